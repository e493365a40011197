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
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The OpenAPI 3.1 document of the front door, read as a tree, with its schemas ready to use. */
public final class FrontDoor {
  private static final String PLACE = "schema/openapi/touchpaper.yaml";
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final List<String> METHODS = List.of("get", "put", "post", "patch", "delete");

  private final SchemaRegistry registry = SchemaRegistry.withDialect(Dialects.getOpenApi31());
  private final JsonNode document;

  /** One line of the contract, such as {@code POST /api/v1/co-allocations}. */
  record Operation(String line, JsonNode node) {
    boolean isAt(String method, String path) {
      return (method + " " + path).matches(line.replaceAll("\\{[^}]*}", "[^/]+"));
    }

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

  public FrontDoor() {
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
    return content.getValue().path("examples").properties().stream()
        .map(entry ->
            new Example(
                line + " " + status + " " + entry.getKey(),
                status,
                name(content.getValue()),
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

  /**
   * What is wrong with a service's real answer: a status that the operation does not name, or a
   * body that is not of its schema. 405 and 406 are said of lines that the contract does not have.
   */
  public List<String> wrongs(String method, String path, int status, String type, String body) {
    if (status == 405 || status == 406) {
      return sentences(check("Problem", JSON.readTree(body)));
    }
    var operation = operations().filter(it -> it.isAt(method, path)).findFirst().orElse(null);
    if (operation == null) {
      return List.of("there is no " + method + " " + path);
    }
    var answer = operation.node().at("/responses/" + status);
    if (answer.isMissingNode()) {
      return List.of(operation + " does not name " + status + ": " + body);
    }
    var content = resolve(answer).path("content").path(type);
    if (content.isMissingNode()) {
      return List.of(operation + " " + status + " does not name " + type);
    }
    return type.endsWith("json") ? sentences(check(name(content), JSON.readTree(body))) : List.of();
  }

  private static String name(JsonNode content) {
    var schema = content.get("schema").get("$ref").asString();
    return schema.substring(schema.lastIndexOf('/') + 1);
  }

  private static List<String> sentences(List<Error> errors) {
    return errors.stream().map(Error::toString).toList();
  }

  List<Error> check(String schema, JsonNode value) {
    return registry
        .getSchema(SchemaLocation.of("classpath:" + PLACE + "#/components/schemas/" + schema))
        .validate(
            value, context -> context.executionConfig(it -> it.formatAssertionsEnabled(true)));
  }
}
