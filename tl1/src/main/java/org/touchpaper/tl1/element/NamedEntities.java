package org.touchpaper.tl1.element;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.touchpaper.tl1.element.Refused.unless;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.tl1.message.QuotedValue;

/** What a CoreDirector holds, by the names under which it was entered. */
record NamedEntities(Database database) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.:-]{1,64}");

  /** What names several things at once. */
  private static final Set<String> LISTS =
      Set.of("CTP", "FROMENDPOINT", "GROUPMEM", "PRIORITY", "TOENDPOINT");

  static Entity entity(String kind, String name, Map<String, String> attributes) {
    var set = new TreeMap<>(attributes);
    set.values().removeIf(String::isEmpty);
    return new Entity(kind, name, set);
  }

  Optional<Entity> find(String kind, String name) {
    return database.find(kind, name);
  }

  Entity existing(String kind, String name) {
    return find(kind, name)
        .orElseThrow(
            () -> new Refused("IENE", "Input, Entity does Not Exist: " + kind + " " + name));
  }

  String newName(String kind, String name) {
    unless(NAME.matcher(name).matches(), "IIDT", "Input, Invalid Data: name " + name);
    unless(
        find(kind, name).isEmpty(), "IEAE", "Input, Entity Already Exists: " + kind + " " + name);
    return name;
  }

  /** What was asked about; by its name one is found at once, however many there are. */
  Stream<Entity> asked(String kind, Parameters parameters) {
    var all =
        parameters.isAll() || parameters.name().isEmpty()
            ? database.list(kind).stream()
            : find(kind, parameters.name()).stream();
    return all.filter(entity -> parameters.isAll() || matches(entity, parameters));
  }

  private static boolean matches(Entity entity, Parameters parameters) {
    return (parameters.name().isEmpty() || parameters.name().equals(entity.name()))
        && parameters.aid().entrySet().stream()
            .filter(wanted -> !wanted.getKey().equals("NAME"))
            .allMatch(wanted -> wanted.getValue().equals(entity.get(wanted.getKey())));
  }

  Answer retrieve(String kind, Parameters parameters) {
    return listed(asked(kind, parameters).map(each -> row(each, Set.of())).toList());
  }

  static Answer listed(List<String> rows) {
    return rows.isEmpty()
        ? Answer.remark("Empty list returned for entered parameter.")
        : Answer.rows(rows);
  }

  /**
   * A row without what the element shows to nobody, as recorded on Internet2's (perfSONAR): a
   * flow's name ends at a colon, and a cross-connect's stands behind its ends.
   */
  static String row(Entity entity, Set<String> hidden) {
    var row =
        switch (entity.kind()) {
          case "CRS" -> crossConnect(entity);
          case "EFLOW" -> entity.name() + ":" + named(entity, hidden);
          default -> entity.name() + "," + named(entity, hidden);
        };
    return row.replace("\"", "\\\"");
  }

  private static String crossConnect(Entity entity) {
    var ends = Set.of("FROMENDPOINT", "TOENDPOINT");
    var other = new HashSet<>(entity.attributes().keySet());
    other.removeAll(ends);
    var aboutIt = named(entity, Stream.concat(ends.stream(), Stream.of("PST")).collect(toSet()));
    return "%s:NAME=%s,%s::PST=%s,"
        .formatted(named(entity, other), entity.name(), aboutIt, entity.get("PST"));
  }

  private static String named(Entity entity, Set<String> but) {
    return entity.attributes().entrySet().stream()
        .filter(each -> !but.contains(each.getKey()))
        .map(each -> each.getKey() + "=" + written(each))
        .collect(joining(","));
  }

  private static String written(Map.Entry<String, String> attribute) {
    return LISTS.contains(attribute.getKey())
        ? QuotedValue.quoteList(attribute.getValue())
        : QuotedValue.quote(attribute.getValue());
  }
}
