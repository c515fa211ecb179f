//! The rules of the house: those that come with it, and the operator's own.

use super::app::Wish;
use super::process::{serve, turnwise};
use super::visitor::Browser;
use crate::start_or_skip;

#[actix_web::test]
async fn the_rules_of_the_house_are_there_for_everybody_and_linked_from_every_page() {
    let app = start_or_skip!();
    let browser = Browser::new(&app);
    let rules = browser.get("/house-rules").await;
    assert_eq!(rules.status, 200);
    assert!(rules.text.contains("Rules of the house"));
    assert!(rules.text.contains("One person, one account"), "{}", rules.text);
    for path in ["/register", "/", "/help", "/matches"] {
        let page = browser.get(path).await.text;
        assert!(page.contains("href=\"/house-rules\""), "{path}: {page}");
    }
    let registering = browser.get("/register").await.text;
    assert!(registering.contains("which you agree to keep"), "{registering}");
}

#[actix_web::test]
async fn the_operators_own_rules_take_their_place_as_text_and_as_nothing_else() {
    let text =
        "Be <b>kind</b> & quiet.\nAlways.\r\n\r\n<script>alert(1)</script>\n\n\n[a](http://x)";
    let app = start_or_skip!(Wish { house_rules: text.to_owned(), ..Wish::default() });
    let page = Browser::new(&app).get("/house-rules").await.text;
    assert!(!page.contains("One person, one account"), "{page}");
    assert!(!page.contains("<b>") && !page.contains("<script>alert"), "{page}");
    assert!(!page.contains("href=\"http://x\"") && page.contains("[a](http://x)"), "{page}");
    assert_eq!(page.matches("<p class=\"own\">").count(), 3, "{page}");
}

#[actix_web::test]
async fn a_setting_names_the_file_and_a_server_without_it_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rules.txt");
    std::fs::write(&file, "Only this.\n").unwrap();
    let server = serve(folder.path(), &[("TURNWISE_HOUSE_RULES", file.to_str().unwrap())]);
    let page = reqwest::get(format!("{}/house-rules", server.url)).await.unwrap();
    assert!(page.text().await.unwrap().contains("<p class=\"own\">Only this.</p>"));
    drop(server);
    for (text, why) in [(Some(" \n"), "nothing in it"), (None, "rules.txt")] {
        match text {
            Some(text) => std::fs::write(&file, text).unwrap(),
            None => std::fs::remove_file(&file).unwrap(),
        }
        let mut command = turnwise(folder.path());
        let ended = command.env("TURNWISE_HOUSE_RULES", &file).output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(!ended.status.success() && said.contains(why), "{said}");
    }
}
