//! A page with some text, perhaps a form; what is wrong with a field is said in words.

use super::answer::{Answer, Frame, refusal};
use super::visitor::Visitor;
use crate::error::{Code, Error, Kind};
use askama::Template;
use garde::Validate;

/// A page with some text, perhaps a form.
#[derive(Template)]
#[template(path = "pages/form.html")]
pub struct Note {
    /// What is around it.
    pub frame: Frame,
    lines: Vec<String>,
    problem: Option<String>,
    /// The field that the problem is about.
    wrong: Option<&'static str>,
    form: Option<Form>,
    /// Where one may want to go from here.
    pub links: Vec<(&'static str, String)>,
}

/// What is asked for.
pub struct Form {
    pub action: &'static str,
    pub hidden: Vec<(&'static str, String)>,
    pub fields: Vec<Field>,
    /// A box to tick.
    pub choice: Option<Choice>,
    pub button: &'static str,
}

/// A box to tick.
pub struct Choice {
    pub name: &'static str,
    pub value: &'static str,
    pub label: &'static str,
}

/// A line to fill in.
pub struct Field {
    pub name: &'static str,
    pub label: &'static str,
    pub kind: &'static str,
    pub value: String,
    pub autocomplete: &'static str,
    pub least: u16,
    pub most: u16,
    /// What a browser lets through, as a regular expression; empty for anything.
    pub pattern: &'static str,
    pub hint: &'static str,
    /// What fits, for who has filled in something else.
    pub fits: &'static str,
}

impl Field {
    fn required(&self) -> bool {
        self.least > 0
    }
}

/// What only people with a second factor fill in.
pub const CODE: Field = Field {
    name: "code",
    label: "Code of your authenticator",
    kind: "text",
    value: String::new(),
    autocomplete: "one-time-code",
    least: 0,
    most: 50,
    pattern: "",
    hint: "Only if you have set up a second factor.",
    fits: "",
};

/// What somebody adds to the chance of a match; browsers with scripts fill it in.
pub const ENTROPY: Field = Field {
    name: "entropy",
    label: "Your part of the chance: anything you like",
    kind: "text",
    value: String::new(),
    autocomplete: "off",
    least: 0,
    most: 128,
    pattern: "",
    hint: "It becomes part of every roll and draw of this match, so that the service alone cannot \
           choose them. Your browser fills it in; change it as you like.",
    fits: "",
};

/// Somebody's address.
pub const EMAIL: Field = Field {
    name: "email",
    label: "Email address",
    kind: "email",
    value: String::new(),
    autocomplete: "email",
    least: 3,
    most: 254,
    pattern: "",
    hint: "",
    fits: "Letters must be able to reach it: something like anna@example.org.",
};

/// A password that somebody chooses.
pub const NEW_PASSWORD: Field = Field {
    name: "password",
    label: "Password",
    kind: "password",
    value: String::new(),
    autocomplete: "new-password",
    least: 10,
    most: 256,
    pattern: "",
    hint: "Ten characters or more; a few words are fine.",
    fits: "It takes ten characters or more, and 256 at most.",
};

impl Note {
    /// A page of this title with nothing on it yet.
    pub fn new(title: &str, visitor: &Visitor) -> Note {
        Note {
            frame: Frame::new(title, visitor),
            lines: Vec::new(),
            problem: None,
            wrong: None,
            form: None,
            links: Vec::new(),
        }
    }

    /// The page with a further line of text.
    pub fn line(mut self, line: impl Into<String>) -> Note {
        self.lines.push(line.into());
        self
    }

    /// The page with a form.
    pub fn form(mut self, form: Form) -> Note {
        self.form = Some(form);
        self
    }

    /// The same page with what is wrong, under the status of the error. The field that is
    /// wrong is named as it is on the page, and has the focus.
    pub fn with_problem(mut self, error: Error) -> Answer {
        if error.kind() == Kind::Fault {
            return Err(error.into());
        }
        let name = match error.code {
            Code::HandleTaken => Some("handle"),
            Code::PasswordTooEasy => Some("password"),
            _ => error.extra.get("field").and_then(|field| field.as_str()),
        };
        let fields = self.form.iter().flat_map(|form| &form.fields);
        let field = fields.into_iter().find(|field| Some(field.name) == name);
        self.wrong = field.map(|field| field.name);
        self.problem = Some(match field {
            Some(field) if error.code == Code::InvalidField && !field.fits.is_empty() => {
                format!("{} does not fit. {}", field.label, field.fits)
            }
            _ => error.detail,
        });
        refusal(error.code, &self)
    }

    fn is_wrong(&self, field: &Field) -> bool {
        self.wrong == Some(field.name)
    }
}

/// Checks the fields of a form by the rules of the API.
pub fn checked<T: Validate<Context = ()>>(form: T) -> Result<T, Error> {
    match form.validate() {
        Ok(()) => Ok(form),
        Err(report) => {
            let first = report.iter().next();
            let (field, why) =
                first.map(|(path, why)| (path.to_string(), why.to_string())).unwrap_or_default();
            let detail = format!("The field “{field}” does not fit: {why}.");
            Err(Error::field(field, detail))
        }
    }
}

/// What a field says, if it says anything.
pub fn given(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
