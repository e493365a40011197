package org.touchpaper.bar.desk;

import java.net.http.HttpHeaders;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An answer of the front door. */
public record Reply(int status, HttpHeaders headers, String body) {

  public JsonNode json() {
    return JsonMapper.shared().readTree(body);
  }

  /** The text at a place such as {@code /lightpaths/0/state}; empty if there is none. */
  public String text(String pointer) {
    return json().at(pointer).asString("");
  }

  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  /** Field and rule of each error, as {@code field: rule}. */
  public List<String> errors() {
    return json().path("errors").values().stream()
        .map(error -> error.path("field").asString() + ": " + error.path("rule").asString())
        .toList();
  }

  @Override
  public String toString() {
    return status + " " + body;
  }
}
