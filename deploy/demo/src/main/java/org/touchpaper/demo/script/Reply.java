package org.touchpaper.demo.script;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The front door's answer to a call: status and body. */
record Reply(int status, JsonNode body) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Reads what {@link Question.Call} is answered with. */
  static Reply parse(String answer) {
    var space = answer.indexOf(' ');
    var status = Integer.parseInt(space < 0 ? answer : answer.substring(0, space));
    var body = space < 0 ? "" : answer.substring(space + 1).strip();
    return new Reply(status, json(body));
  }

  static JsonNode json(String text) {
    return text.startsWith("{") || text.startsWith("[")
        ? JSON.readTree(text)
        : JSON.createObjectNode();
  }

  String text(String field) {
    return body.path(field).asString("");
  }
}
