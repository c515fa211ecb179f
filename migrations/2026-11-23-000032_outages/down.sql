DROP TABLE outages;
DROP TABLE pulses;
