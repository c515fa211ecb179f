//! Who looks at pages without a browser: cookies kept, forms sent, redirections not followed.

use super::app::{Answer, PASSWORD, TestApp};
use reqwest::Client;
use reqwest::redirect::Policy;

/// A browser that keeps one cookie and follows no redirect by itself.
pub struct Browser<'a> {
    app: &'a TestApp,
    client: Client,
    pub cookie: String,
}

impl<'a> Browser<'a> {
    pub fn new(app: &'a TestApp) -> Browser<'a> {
        let client = Client::builder().redirect(Policy::none()).build().unwrap();
        Browser { app, client, cookie: String::new() }
    }

    pub async fn of(app: &'a TestApp, handle: &str) -> Browser<'a> {
        let mut browser = Browser::new(app);
        let answer = browser.post("/sign-in", &[("login", handle), ("password", PASSWORD)]).await;
        assert_eq!(answer.status, 303, "{}", answer.text);
        browser.keep_cookies(&answer);
        browser
    }

    /// Keeps the cookies of an answer besides those it has.
    pub fn keep_cookies(&mut self, answer: &Answer) {
        let kept = answer.headers.get_all("set-cookie").iter();
        let kept = kept.map(|cookie| cookie.to_str().unwrap().split(';').next().unwrap());
        let all: Vec<&str> = std::iter::once(&*self.cookie).chain(kept).collect();
        self.cookie = all.join("; ").trim_start_matches("; ").to_owned();
    }

    /// Keeps all cookies but that of the session, which has ended.
    pub fn end_session(&mut self) {
        let kept = self.cookie.split("; ").filter(|cookie| !cookie.starts_with("turnwise="));
        self.cookie = kept.collect::<Vec<_>>().join("; ");
    }

    async fn answered(&self, request: reqwest::RequestBuilder) -> Answer {
        let response = request.header("Cookie", &self.cookie).send().await.unwrap();
        Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            text: response.text().await.unwrap(),
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        let request = self.client.get(format!("{}{path}", self.app.url));
        self.answered(request.header("Accept", "text/html,*/*")).await
    }

    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.post_with(path, fields, None).await
    }

    /// As from a page of this address.
    pub async fn post_on(&self, page: &str, path: &str, fields: &[(&str, &str)]) -> Answer {
        let page = format!("{}{page}", self.app.url);
        self.post_with(path, fields, Some(("Referer", &page))).await
    }

    pub async fn post_with(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        header: Option<(&str, &str)>,
    ) -> Answer {
        let body: Vec<String> =
            fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        let mut request = self
            .client
            .post(format!("{}{path}", self.app.url))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .body(body.join("&"));
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        self.answered(request).await
    }

    /// The value of a hidden field on a page.
    pub async fn hidden(&self, path: &str, name: &str) -> String {
        hidden(&self.get(path).await.text, name)
    }
}

fn encoded(text: &str) -> String {
    turnwise::web::pages::answer::encoded(text).to_string()
}

/// The value of a hidden field of a page.
pub fn hidden(page: &str, name: &str) -> String {
    let at = page.find(&format!("name=\"{name}\" value=\"")).expect("such a field");
    let rest = &page[at + name.len() + 15..];
    rest[..rest.find('"').unwrap()].replace("&#34;", "\"")
}
