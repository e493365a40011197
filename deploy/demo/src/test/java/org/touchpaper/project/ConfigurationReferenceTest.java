package org.touchpaper.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code docs/configuration.md} is generated from the metadata that Spring Boot's configuration
 * processor writes. To write it anew, run this test with {@code -Drewrite=true}.
 */
class ConfigurationReferenceTest {

  private static final Path DOCUMENT = SourceTree.root().resolve("docs/configuration.md");
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(touchpaper\\.[a-z.-]+)");
  private static final Pattern COLLECTION =
      Pattern.compile("java\\.util\\.(Map|List|Set)<(?:.*,)?([\\w.$]+)>");

  private static final String INTRODUCTION =
      """
      # Configuration

      Every property of the Spring services: BAR, L-NSAP, NSAP and resource managers. Set them in the file that a service is started with
      (see [install.md](install.md)), or as arguments such as `--touchpaper.name=bar-ucl`. Durations are written `10s`, `5m`, `1h`, `90d`; sizes `1MB`.
      Spring Boot's own properties (`server.port`, `spring.datasource.url`, `logging.*`) are in Spring Boot's documentation.
      The settings of acceptors are in [ports-and-processes.md](operations/ports-and-processes.md).

      A test generates this page from the code's metadata; do not edit it.
      """;

  private record Property(String name, String type, String description, String defaultValue) {}

  @Test
  void thePageListsEveryProperty() throws IOException {
    var page = render(properties());
    if (Boolean.getBoolean("rewrite")) {
      Files.writeString(DOCUMENT, page);
    }
    assertThat(page)
        .as("docs/configuration.md; write it anew with -Drewrite=true")
        .isEqualTo(Files.readString(DOCUMENT));
  }

  @Test
  void everyPropertyHasADescription() throws IOException {
    assertThat(properties().values())
        .hasSizeGreaterThan(80)
        .allSatisfy(
            property -> assertThat(property.description()).as(property.name()).isNotBlank());
  }

  @Test
  void everyPropertyThatCodeReadsByNameIsListed() throws IOException {
    var used = new TreeSet<String>();
    for (var file : SourceTree.mainCode()) {
      PLACEHOLDER.matcher(file.code()).results().forEach(match -> used.add(match.group(1)));
    }
    assertThat(used).isNotEmpty();
    assertThat(properties().keySet()).containsAll(used);
  }

  private static Map<String, Property> properties() throws IOException {
    var properties = new TreeMap<String, Property>();
    for (var url : resources("META-INF/spring-configuration-metadata.json")) {
      for (var node : JSON.readTree(url.openStream()).path("properties")) {
        if (node.path("name").asString().startsWith("touchpaper.")) {
          add(properties, "", node);
        }
      }
    }
    return properties;
  }

  /** Properties of a collection's elements are in metadata of their own. */
  private static void add(Map<String, Property> properties, String prefix, JsonNode node)
      throws IOException {
    var name = prefix + node.path("name").asString();
    var type = node.path("type").asString();
    var collection = COLLECTION.matcher(type);
    if (collection.matches() && collection.group(2).startsWith("org.touchpaper.")) {
      var element = collection.group(1).equals("Map") ? ".<name>." : "[n].";
      var source = collection.group(2);
      var urls = resources("META-INF/spring/configuration-metadata/" + source + ".json");
      assertThat(urls)
          .as("metadata of %s; annotate it with @ConfigurationPropertiesSource", source)
          .isNotEmpty();
      for (var nested : JSON.readTree(urls.getFirst().openStream()).path("properties")) {
        add(properties, name + element, nested);
      }
      return;
    }
    properties.put(
        name,
        new Property(
            name,
            simple(type),
            node.path("description")
                .asString("")
                .replaceAll("\\{@code ([^}]*)}", "`$1`")
                .replace("|", "\\|"),
            text(node.path("defaultValue"))));
  }

  private static String text(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    if (value.isArray()) {
      var parts = new ArrayList<String>();
      value.forEach(part -> parts.add(part.asString()));
      return String.join(", ", parts);
    }
    return value.asString();
  }

  private static String simple(String type) {
    return type.replaceAll("[\\w.]+[.$](\\w+)", "$1").replace(",", ", ");
  }

  private static List<URL> resources(String name) throws IOException {
    var loader = Objects.requireNonNull(ConfigurationReferenceTest.class.getClassLoader());
    return Collections.list(loader.getResources(name));
  }

  private static String render(Map<String, Property> properties) {
    var page = new StringBuilder(INTRODUCTION);
    var section = "";
    var sorted =
        properties.values().stream()
            .sorted(Comparator.comparing((Property property) -> group(property.name())))
            .toList();
    for (var property : sorted) {
      var group = group(property.name());
      if (!group.equals(section)) {
        section = group;
        page.append("\n## `").append(group).append("`\n");
        page.append("| Property | Type | Default | Description |\n|---|---|---|---|\n");
      }
      page.append(
          "| `%s` | `%s` | %s | %s |\n"
              .formatted(
                  property.name(),
                  property.type(),
                  property.defaultValue().isEmpty() ? "" : "`" + property.defaultValue() + "`",
                  sentence(property.description())));
    }
    return page.toString();
  }

  private static String group(String name) {
    var parts = name.split("\\.", -1);
    return parts.length > 2 ? parts[0] + "." + parts[1].replace("[n]", "") : parts[0];
  }

  private static String sentence(String description) {
    if (description.isEmpty()) {
      return "";
    }
    var text = Character.toUpperCase(description.charAt(0)) + description.substring(1);
    return text.endsWith(".") ? text : text + ".";
  }
}
