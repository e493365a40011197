package org.touchpaper.bar.web.book;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
