package org.touchpaper.schema.openapi;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The OpenAPI 3.1 document of the front door, read as a tree, with its schemas ready to use. */
final class FrontDoor {
  private static final String PLACE = "schema/openapi/touchpaper.yaml";
  private static final List<String> METHODS = List.of("get", "put", "post", "patch", "delete");

  private final SchemaRegistry registry = SchemaRegistry.withDialect(Dialects.getOpenApi31());
  private final JsonNode document;

  /** One line of the contract, such as {@code POST /api/v1/co-allocations}. */
  record Operation(String line, JsonNode node) {
    @Override
    public String toString() {
      return line;
    }
  }

  /** An example body, the status it comes with, and the schema it must satisfy. */
  record Example(String where, String status, String schema, JsonNode value) {
    @Override
    public String toString() {
      return where;
    }
  }

  FrontDoor() {
    try (var in =
        Objects.requireNonNull(FrontDoor.class.getClassLoader().getResourceAsStream(PLACE))) {
      document = new YAMLMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode document() {
    return document;
  }

  Stream<Operation> operations() {
    return document.get("paths").properties().stream()
        .flatMap(path ->
            path.getValue().properties().stream()
                .filter(entry -> METHODS.contains(entry.getKey()))
                .map(entry ->
                    new Operation(
                        entry.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                        entry.getValue())));
  }

  Stream<Example> examples(Operation operation) {
    return Stream.concat(requests(operation), answers(operation));
  }

  Stream<Example> requests(Operation operation) {
    var body = operation.node().path("requestBody");
    return body.isMissingNode() ? Stream.of() : bodies(operation.line(), "request", body);
  }

  Stream<Example> answers(Operation operation) {
    return operation.node().get("responses").properties().stream()
        .flatMap(entry -> bodies(operation.line(), entry.getKey(), resolve(entry.getValue())));
  }

  private Stream<Example> bodies(String line, String status, JsonNode holder) {
    return holder.path("content").properties().stream()
        .filter(content -> content.getKey().endsWith("json"))
        .flatMap(content -> named(line, status, content));
  }

  private Stream<Example> named(String line, String status, Map.Entry<String, JsonNode> content) {
    var schema = content.getValue().get("schema").get("$ref").asString();
    return content.getValue().path("examples").properties().stream()
        .map(entry ->
            new Example(
                line + " " + status + " " + entry.getKey(),
                status,
                schema.substring(schema.lastIndexOf('/') + 1),
                resolve(entry.getValue()).get("value")));
  }

  /** The node itself, or what its {@code $ref} names. */
  JsonNode resolve(JsonNode node) {
    var reference = node.path("$ref");
    if (reference.isMissingNode()) {
      return node;
    }
    var target = document.at(reference.asString().substring(1));
    if (target.isMissingNode()) {
      throw new IllegalStateException("leads nowhere: " + reference.asString());
    }
    return target;
  }

  List<Error> check(String schema, JsonNode value) {
    return registry
        .getSchema(SchemaLocation.of("classpath:" + PLACE + "#/components/schemas/" + schema))
        .validate(
            value, context -> context.executionConfig(it -> it.formatAssertionsEnabled(true)));
  }
}
