//! The checked-in document is the one this program serves.

use crate::start_or_skip;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::HashSet;
use turnwise::error::Code;

#[test]
fn the_document_is_checked_in_as_it_is() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json");
    let current = format!("{:#}\n", turnwise::web::document());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &current).expect("the document is written");
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        stored == current,
        "openapi/openapi.json is out of date: UPDATE=1 cargo test rewrites it"
    );
}

#[test]
fn every_reference_of_the_document_leads_somewhere_and_every_operation_is_described() {
    let document = turnwise::web::document();
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 100);
    let mut names = HashSet::new();
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("a local reference");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path} has no summary");
            let name = operation["operationId"].as_str().unwrap_or_default();
            assert!(names.insert(name.to_owned()), "{method} {path}: {name} names another, too");
            for status in ["429", "500", "503"] {
                assert!(operation["responses"][status].is_object(), "{method} {path}: {status}");
            }
        }
    }
}

#[test]
fn the_document_describes_every_code_and_leads_to_the_page_on_errors() {
    let document = turnwise::web::document();
    let field = &document["components"]["schemas"]["Problem"]["properties"]["code"];
    let table = field["description"].as_str().unwrap();
    for code in Code::ALL {
        let row = format!("\n| `{code}` | {} | {} |", code.kind().status(), code.meaning());
        assert!(table.contains(&row), "{code}");
    }
    assert!(document["info"]["description"].as_str().unwrap().contains("(/docs/errors)"));
}

/// Generators name methods and classes by these, and some trip over what they make of them.
#[test]
fn operations_are_called_by_a_verb_and_a_thing_and_no_schema_has_a_field_called_as_itself() {
    let document = turnwise::web::document();
    for operation in document["paths"].as_object().unwrap().values() {
        for operation in operation.as_object().unwrap().values() {
            let name = operation["operationId"].as_str().unwrap();
            assert!(name.contains('_'), "{name}: what is done to what?");
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            for parameter in parameters {
                let name = &parameter["name"];
                assert!(!parameter["schema"].to_string().contains("\"null\""), "{name} is null");
            }
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        assert!(schema["title"].is_null(), "{name} has another name, too");
        assert!(schema["type"] != "array", "{name} is a list");
        let own = name.chars().flat_map(|c| {
            let before = c.is_uppercase().then_some('_');
            before.into_iter().chain(c.to_lowercase())
        });
        let own: String = own.collect::<String>().trim_start_matches('_').to_owned();
        assert!(schema["properties"][&own].is_null(), "{name} has a field {own}");
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            assert!(schema["default"].is_null(), "{name}.{field} would be asked for");
        }
        for choice in schema["oneOf"].as_array().into_iter().flatten() {
            let is_named = choice["$ref"].is_string() || choice["type"] == "null";
            assert!(is_named, "{name} has a choice without a name: {choice}");
        }
    }
}

/// What may be null in an answer is always there, so that nobody asks for it twice.
#[test]
fn nothing_in_an_answer_may_be_null_or_missing() {
    let document = turnwise::web::document();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut seen = 0;
    for (name, schema) in schemas.iter().filter(|(name, _)| name.ends_with("Answer")) {
        let required = schema["required"].as_array().unwrap();
        for (field, schema) in schema["properties"].as_object().unwrap() {
            let null = schema.to_string().contains("\"null\"");
            assert!(!null || required.iter().any(|one| one == field), "{name}.{field}");
            seen += usize::from(null);
        }
    }
    assert!(seen > 40, "{seen}");
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get("$ref") {
                found.push(reference.clone());
            }
            map.values().for_each(|inner| collect(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| collect(inner, found)),
        _ => {}
    }
}

#[actix_web::test]
async fn the_documentation_is_served_from_the_program_itself() {
    let app = start_or_skip!();
    let caller = app.anonymous();
    let page = caller.get("/docs/").await;
    assert_eq!(page.status, 200);
    assert!(!page.text.contains("https://"), "nothing comes from another host: {}", page.text);
    let width = r#"<meta name="viewport" content="width=device-width, initial-scale=1">"#;
    assert!(page.text.contains(width), "a phone would show it tiny: {}", page.text);
    assert_eq!(caller.get("/docs/swagger-ui-bundle.js").await.status, 200);
    let served = caller.get("/openapi.json").await.expect(200);
    assert_eq!(served, turnwise::web::document());
}

#[actix_web::test]
async fn the_headers_that_the_document_declares_are_sent() {
    let app = start_or_skip!();
    let document = turnwise::web::document();
    let anna = app.person("anna").await;
    let declared = |path: &str, method: &str, status: u16| -> Vec<String> {
        let headers = &document["paths"][path][method]["responses"][status.to_string()]["headers"];
        headers.as_object().map(|all| all.keys().cloned().collect()).unwrap_or_default()
    };
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "A match" });
    let opened = anna.post("/api/v1/matches", wish).await;
    let address = opened.headers["location"].to_str().unwrap().to_owned();
    let tag = opened.headers["etag"].clone();
    let again = anna.request(Method::GET, &address).header("If-None-Match", tag);
    let nobody = app.anonymous();
    let strange = nobody.request(Method::GET, &address).header("Authorization", "Bearer none");
    let one = "/api/v1/matches/{id}";
    for (path, method, answer) in [
        ("/api/v1/matches", "post", opened),
        (one, "get", anna.get(&address).await),
        (one, "get", anna.send(again).await),
        (one, "get", nobody.send(strange).await),
    ] {
        let headers = declared(path, method, answer.status);
        assert!(!headers.is_empty(), "{method} {path}: {}", answer.status);
        for header in headers {
            assert!(answer.headers.contains_key(&*header), "{method} {path}: {header}");
        }
    }
}

/// The examples are what a reader copies: each is sent, and its form is accepted.
#[actix_web::test]
async fn the_examples_of_the_document_are_accepted_as_they_stand() {
    let app = start_or_skip!();
    let anna = app.person("copyist").await;
    let document = turnwise::web::document();
    let mut sent = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
            let Some(reference) = body.as_str() else { continue };
            let schema = document.pointer(&reference[1..]).unwrap();
            let example = &schema["example"];
            assert!(example.is_object(), "{method} {path} has no example");
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let request = anna
                .request(method.clone(), &path.replace("{id}", "none"))
                .header("If-Match", "\"1\"")
                .header("Idempotency-Key", "example")
                .json(example);
            let answer = anna.send(request).await;
            assert!(
                answer.status != 400 && answer.status < 500,
                "{method} {path}: {}",
                answer.text
            );
            sent += 1;
        }
    }
    assert!(sent >= 10, "{sent}");
}
