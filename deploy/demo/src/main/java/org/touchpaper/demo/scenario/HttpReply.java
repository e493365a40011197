package org.touchpaper.demo.scenario;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Status and body of a REST response. */
record HttpReply(int status, JsonNode body) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Parses the answer to a {@link DemoControlRequest.Call}. */
  static HttpReply parse(String answer) {
    var space = answer.indexOf(' ');
    var status = Integer.parseInt(space < 0 ? answer : answer.substring(0, space));
    var body = space < 0 ? "" : answer.substring(space + 1).strip();
    return new HttpReply(status, json(body));
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
