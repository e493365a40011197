package org.touchpaper.bar.web;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * The reference of the REST API, read from its OpenAPI document: what the page {@code /api/docs}
 * shows, without a script.
 *
 * @param introduction in Markdown's plain form, as all descriptions are
 */
record ApiDocsModel(String introduction, List<Group> groups, List<Schema> schemas) {

  private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete");

  /** The operations that a tag of the document groups. */
  record Group(String name, String description, List<Operation> operations) {}

  /**
   * A method of a path.
   *
   * @param scopes of which a token needs one; empty if no login is needed
   * @param example of the body, in JSON; empty if there is none
   */
  record Operation(
      String id,
      String method,
      String path,
      String summary,
      String description,
      String scopes,
      List<Field> parameters,
      Type body,
      String example,
      List<Answer> answers) {}

  /** A parameter or a field; {@code place} is empty, or path, query or header. */
  record Field(String name, String place, Type type, boolean isRequired, String description) {}

  /** A status with the body's type. */
  record Answer(String status, String description, Type type) {}

  /** A type of the document, with its fields or its values. */
  record Schema(String name, String description, Type type, List<Field> fields) {}

  /**
   * What a value is.
   *
   * @param text such as {@code list of}
   * @param schema the name of a {@link Schema}, or empty
   */
  record Type(String text, String schema) {
    static final Type NONE = new Type("", "");
  }

  /** Reads a parsed document. */
  static ApiDocsModel of(Object document) {
    return new Reader(document).read();
  }

  private record Reader(Object document) {

    ApiDocsModel read() {
      var groups = new ArrayList<Group>();
      for (var tag : elements(at(document, "tags"))) {
        var name = text(tag, "name");
        groups.add(new Group(name, prose(tag, "description"), operations(name)));
      }
      var schemas =
          entries(at(document, "components", "schemas")).stream()
              .map(schema -> schema(schema.getKey(), schema.getValue()))
              .toList();
      return new ApiDocsModel(text(at(document, "info"), "description"), groups, schemas);
    }

    private List<Operation> operations(String tag) {
      var found = new ArrayList<Operation>();
      for (var path : entries(at(document, "paths"))) {
        for (var method : METHODS) {
          var operation = at(path.getValue(), method);
          if (elements(at(operation, "tags")).contains(tag)) {
            found.add(operation(path.getKey(), method, path.getValue(), operation));
          }
        }
      }
      return found;
    }

    private Operation operation(String path, String method, Object parent, Object operation) {
      var parameters = new ArrayList<Object>(elements(at(parent, "parameters")));
      parameters.addAll(elements(at(operation, "parameters")));
      var body = content(resolve(at(operation, "requestBody")));
      return new Operation(
          text(operation, "operationId"),
          method.toUpperCase(Locale.ROOT),
          path,
          prose(operation, "summary"),
          prose(operation, "description"),
          scopes(operation),
          parameters.stream().map(this::parameter).toList(),
          type(at(body, "schema")),
          example(body),
          entries(at(operation, "responses")).stream()
              .map(answer -> answer(answer.getKey(), resolve(answer.getValue())))
              .toList());
    }

    /** Markdown's backticks become quotation marks. */
    private static String prose(Object node, String name) {
      return text(node, name).replaceAll("`([^`]*)`", "“$1”");
    }

    private String scopes(Object operation) {
      var own = at(operation, "security");
      return elements(own.equals(MISSING) ? at(document, "security") : own).stream()
          .flatMap(choice -> elements(at(choice, "bearer")).stream())
          .map(String::valueOf)
          .collect(Collectors.joining(" or "));
    }

    private Field parameter(Object reference) {
      var parameter = resolve(reference);
      return new Field(
          text(parameter, "name"),
          text(parameter, "in"),
          type(at(parameter, "schema")),
          Boolean.TRUE.equals(at(parameter, "required")),
          prose(parameter, "description"));
    }

    private Answer answer(String status, Object answer) {
      return new Answer(status, prose(answer, "description"), type(at(content(answer), "schema")));
    }

    /** The first media type. */
    private static Object content(Object holder) {
      return entries(at(holder, "content")).stream()
          .findFirst()
          .map(entry -> entry.getValue())
          .orElse(MISSING);
    }

    private String example(Object body) {
      return entries(at(body, "examples")).stream()
          .map(entry -> at(resolve(entry.getValue()), "value"))
          .filter(value -> !value.equals(MISSING))
          .findFirst()
          .map(value ->
              JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(value))
          .orElse("");
    }

    private Schema schema(String name, Object schema) {
      var required = Set.copyOf(elements(at(schema, "required")));
      var fields = new ArrayList<Field>();
      for (var part : elements(at(schema, "allOf"))) {
        fields.addAll(schema(name, resolve(part)).fields());
      }
      for (var field : entries(at(schema, "properties"))) {
        fields.add(
            new Field(
                field.getKey(),
                "",
                type(field.getValue()),
                required.contains(field.getKey()),
                prose(field.getValue(), "description")));
      }
      return new Schema(name, prose(schema, "description"), type(schema), fields);
    }

    private Type type(Object schema) {
      var reference = text(schema, "$ref");
      if (!reference.isEmpty()) {
        return new Type("", reference.substring(reference.lastIndexOf('/') + 1));
      }
      var values = elements(at(schema, "enum"));
      if (!values.isEmpty()) {
        return new Type(
            values.stream().map(String::valueOf).collect(Collectors.joining(", ", "one of ", "")),
            "");
      }
      var item = at(schema, "items");
      if (!item.equals(MISSING)) {
        var inner = type(item);
        return new Type("list of " + inner.text(), inner.schema());
      }
      var format = text(schema, "format");
      return new Type(
          elements(at(schema, "type")).isEmpty()
              ? text(schema, "type") + (format.isEmpty() ? "" : ", " + format)
              : elements(at(schema, "type")).stream()
                  .map(String::valueOf)
                  .collect(Collectors.joining(" or ")),
          "");
    }

    private Object resolve(Object node) {
      var reference = text(node, "$ref");
      return reference.isEmpty() ? node : at(document, reference.substring(2).split("/", -1));
    }

    private static final Object MISSING = Map.of();

    private static Object at(Object node, String... keys) {
      var current = node;
      for (var key : keys) {
        current =
            Objects.requireNonNullElse(
                current instanceof Map<?, ?> map ? map.get(key) : null, MISSING);
      }
      return current;
    }

    private static String text(Object node, String key) {
      return at(node, key) instanceof String text ? text.strip() : "";
    }

    private static Collection<?> elements(Object node) {
      return node instanceof Collection<?> list ? list : List.of();
    }

    private static List<Map.Entry<String, Object>> entries(Object node) {
      var entries = new ArrayList<Map.Entry<String, Object>>();
      if (node instanceof Map<?, ?> map) {
        map.forEach((key, value) -> entries.add(Map.entry(String.valueOf(key), value)));
      }
      return entries;
    }
  }
}
