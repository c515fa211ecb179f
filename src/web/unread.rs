//! What whoever does not read their answers can cost: connections are counted by address and
//! closed once nothing arrives on them; large answers are counted, too, and handed over in slices.

use super::around::no;
use super::held::Place;
use super::limits::Limits;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Extensions, ServiceResponse};
use actix_web::rt::net::TcpStream;
use actix_web::web::Bytes;
use socket2::SockRef;
use std::any::Any;
use std::convert::Infallible;
use std::io;
use std::net::{Shutdown, TcpListener};
use std::pin::Pin;
use std::task::{Context, Poll};
#[cfg(target_os = "linux")]
use std::time::Duration;

/// What is handed over at once. The server copies that into memory of the connection, and asks
/// for more when most of it is sent.
const SLICE: usize = 32 * 1024;

/// What the system is asked to keep for a connection at most; Linux takes twice that, and would
/// take megabytes. Over a tenth of a second of network a megabyte a second still gets through.
const IN_SYSTEM: usize = 4 * SLICE;

/// How long a connection stays open when nothing arrives that is sent on it. The server itself
/// waits for the network without end.
#[cfg(target_os = "linux")]
const PATIENCE: Duration = Duration::from_secs(60);

/// Has all connections to come hold little that is not read, and not for long.
pub fn hold_little(listener: &TcpListener) -> io::Result<()> {
    // Connections inherit both.
    let socket = SockRef::from(listener);
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(PATIENCE))?;
    socket.set_send_buffer_size(IN_SYSTEM)
}

/// Admits a connection, or closes it where its address has too many: an answer would have to be
/// read.
pub fn admit(limits: &Limits, connection: &dyn Any, kept: &mut Extensions) {
    let Some(stream) = connection.downcast_ref::<TcpStream>() else { return };
    match stream.peer_addr().ok().and_then(|peer| limits.connection(peer.ip()).ok()) {
        Some(place) => drop(kept.insert(place)),
        // Where that fails it is closed already.
        None => drop(SockRef::from(stream).shutdown(Shutdown::Both)),
    }
}

/// The answer; if it is large, in slices, and only where its address has not too many of these
/// unread.
pub fn in_slices(limits: &Limits, answer: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let size = answer.response().body().size();
    if !matches!(size, BodySize::Sized(size) if size > SLICE as u64) {
        return answer;
    }
    match limits.unread(answer.request()) {
        Err(error) if answer.request().method().is_safe() => {
            let refusal = no(answer.request(), error);
            answer.into_response(refusal)
        }
        // What was changed is told in any case.
        place => answer.map_body(|_, body| match body.try_into_bytes() {
            Ok(left) => BoxBody::new(Sliced { left, _place: place.ok() }),
            Err(body) => body,
        }),
    }
}

/// A body of which a connection has no more in its own memory than a slice.
struct Sliced {
    left: Bytes,
    _place: Option<Place>,
}

impl MessageBody for Sliced {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.left.len() as u64)
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Infallible>>> {
        let length = self.left.len().min(SLICE);
        Poll::Ready((length > 0).then(|| Ok(self.left.split_to(length))))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_connection_inherits_how_much_and_how_long_it_holds_what_is_not_read() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        hold_little(&listener).expect("it is heeded");
        let address = listener.local_addr().expect("an address");
        let _peer = std::net::TcpStream::connect(address).expect("a connection");
        let (accepted, _) = listener.accept().expect("a connection");
        let socket = SockRef::from(&accepted);
        assert_eq!(socket.tcp_user_timeout().expect("a time"), Some(PATIENCE));
        assert_eq!(socket.send_buffer_size().expect("a size"), 2 * IN_SYSTEM);
    }
}
