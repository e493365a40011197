package org.touchpaper.harc.acceptor.settings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A configuration file with names as for the other services, {@code touchpaper.name} and so on.
 * Collects every setting that is missing or wrong.
 */
public final class SettingsFile {

  private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(ms|s|m|h)");

  private final Path file;
  private final Map<String, String> values;
  private final List<String> missing = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();

  private SettingsFile(Path file, Map<String, String> values) {
    this.file = file;
    this.values = values;
  }

  /**
   * Reads YAML, or properties from a file with that extension.
   *
   * @throws IllegalArgumentException if it is not valid
   */
  public static SettingsFile read(Path file) throws IOException {
    var values = new TreeMap<String, String>();
    try (var in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      if (file.toString().endsWith(".properties")) {
        var properties = new Properties();
        properties.load(in);
        flatten("", properties, values);
      } else {
        flatten("", new Yaml(new SafeConstructor(new LoaderOptions())).load(in), values);
      }
    } catch (YAMLException e) {
      throw new IllegalArgumentException(file + " is not valid YAML: " + e.getMessage(), e);
    }
    return new SettingsFile(file, values);
  }

  private static void flatten(String name, @Nullable Object value, Map<String, String> values) {
    switch (value) {
      case null -> {
        // a name without a value is not set
      }
      case Map<?, ?> map ->
          map.forEach((key, nested) ->
              flatten(name.isEmpty() ? "" + key : name + "." + key, nested, values));
      case Collection<?> list ->
          values.put(name, list.stream().map(String::valueOf).collect(Collectors.joining(",")));
      default -> values.put(name, value.toString().strip());
    }
  }

  /** The names of all settings with a prefix. */
  public List<String> names(String prefix) {
    return values.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
  }

  public Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isBlank());
  }

  /** The value; if it is missing, it is reported, and this is the example. */
  public String require(String name, String example, String meaning) {
    return find(name)
        .orElseGet(() -> {
          missing.add("%-60s # %s".formatted(name + ": " + example, meaning));
          return example;
        });
  }

  /** The distinct values of a list; empty if it is not set. */
  public List<String> list(String name) {
    return Stream.of(find(name).orElse("").split(",", -1))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .distinct()
        .toList();
  }

  /** Reports a wrong value. */
  public void reject(String sentence) {
    wrong.add(sentence);
  }

  /** The number if it is set and in the range. */
  public Optional<Integer> number(String name, int min, int max) {
    return find(name)
        .map(text -> {
          try {
            var number = Integer.parseInt(text);
            if (number >= min && number <= max) {
              return number;
            }
          } catch (NumberFormatException _) {
            // reported below
          }
          reject(name + " must be a number from " + min + " to " + max + ", not " + text);
          return min;
        });
  }

  public Duration duration(String name, Duration defaultValue) {
    var text = find(name);
    if (text.isEmpty()) {
      return defaultValue;
    }
    var match = DURATION.matcher(text.get());
    if (!match.matches()) {
      reject(name + " must be a time such as 300ms or 5s, not " + text.get());
      return defaultValue;
    }
    var number = Long.parseLong(match.group(1));
    return switch (match.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }

  /** Reads a file with a secret; a relative path starts at this file. */
  public String readSecret(String path) {
    var secret = file.toAbsolutePath().resolveSibling(path);
    try {
      return Files.readString(secret).strip();
    } catch (IOException e) {
      reject("cannot read the secret file " + secret + ": " + e);
      return path;
    }
  }

  /**
   * Fails if anything was missing or wrong.
   *
   * @throws IllegalArgumentException with all of it
   */
  public void check() {
    if (missing.isEmpty() && wrong.isEmpty()) {
      return;
    }
    var report = new ArrayList<>(List.of("cannot start with " + file + "."));
    if (!missing.isEmpty()) {
      report.add("\nMissing; write these lines with your values:");
      missing.forEach(line -> report.add("  " + line));
    }
    if (!wrong.isEmpty()) {
      report.add("\nWrong:");
      wrong.forEach(sentence -> report.add("  " + sentence));
    }
    throw new IllegalArgumentException(String.join("\n", report));
  }
}
