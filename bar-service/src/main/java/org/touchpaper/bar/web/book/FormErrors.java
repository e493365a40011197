package org.touchpaper.bar.web.book;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/**
 * What is wrong with a form.
 *
 * @param byField a sentence by the id of its field, in the order of the page
 * @param general what belongs to no field
 */
public record FormErrors(Map<String, String> byField, List<String> general) {

  static final FormErrors NONE = new FormErrors(Map.of(), List.of());

  public FormErrors {
    byField = new LinkedHashMap<>(byField); // keeps the order
    general = List.copyOf(general);
  }

  public boolean isEmpty() {
    return byField.isEmpty() && general.isEmpty();
  }

  public int count() {
    return byField.size() + general.size();
  }

  public boolean has(String id) {
    return byField.containsKey(id);
  }

  public @Nullable String of(String id) {
    return byField.get(id);
  }

  /** Names a field in the summary, such as {@code Lightpath 2, bandwidth}. */
  public String labelOf(String id) {
    var parts = id.split("-", 3);
    if (parts.length == 1) {
      return switch (id) {
        case "minutes" -> "Length";
        case "notBefore" -> "Not before";
        case "notAfter" -> "Finish by";
        case "templateName" -> "Template name";
        default -> StringUtils.capitalize(id);
      };
    }
    var field =
        switch (parts[0]) {
          case "source" -> "from";
          case "destination" -> "to";
          case "bandwidthMbps" -> "bandwidth";
          case "application" -> "run";
          case "processesPerNode" -> "processes on each node";
          case "cpuCoresPerProcess" -> "CPU cores of each process";
          case "argument" -> parts[2].isEmpty() ? "executable and arguments" : parts[2];
          case "units" -> "unit";
          default -> parts[0];
        };
    var row =
        switch (parts[0]) {
          case "source", "destination", "bandwidthMbps" -> "Lightpath ";
          case "units", "amount" -> "Unit ";
          default -> "Cluster ";
        };
    return row + (Integer.parseInt(parts[1]) + 1) + ", " + field;
  }

  /** Whether the focus goes to a field. */
  public boolean isFirst(String id) {
    return byField.keySet().stream().findFirst().filter(id::equals).isPresent();
  }

  /** Returns what describes a field: its error, then its note. */
  public @Nullable String describedBy(String id, @Nullable String note) {
    return has(id) ? id + "-error" + (note == null ? "" : " " + note) : note;
  }

  /** Adds what is wrong with fields that have no error yet. */
  FormErrors and(FormErrors others) {
    var all = new LinkedHashMap<>(byField);
    others.byField.forEach(all::putIfAbsent);
    var allGeneral = new ArrayList<>(general);
    others.general.stream().filter(text -> !allGeneral.contains(text)).forEach(allGeneral::add);
    return new FormErrors(all, allGeneral);
  }

  /** Orders the fields as they are on the page. */
  FormErrors sorted(List<String> ids) {
    var sorted = new LinkedHashMap<String, String>();
    ids.stream().filter(this::has).forEach(id -> sorted.put(id, byField.getOrDefault(id, "")));
    byField.forEach(sorted::putIfAbsent);
    return new FormErrors(sorted, general);
  }
}
