package org.touchpaper.elementemulator.ciena;

import static java.util.stream.Collectors.joining;
import static org.touchpaper.elementemulator.tl1.CommandDeniedException.denyUnless;
import static org.touchpaper.elementemulator.tl1.CommandDeniedException.requireData;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;
import org.touchpaper.elementemulator.tl1.CommandDeniedException;
import org.touchpaper.elementemulator.tl1.CommandParameters;
import org.touchpaper.elementemulator.tl1.CommandResult;
import org.touchpaper.tl1.message.ValueQuoting;

/** The entities of a CoreDirector, by the names given at creation. */
record NamedEntities(PersistentElementDatabase database) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.:-]{1,64}");

  /** Attributes that list several values. */
  private static final Set<String> LIST_ATTRIBUTES =
      Set.of("CTP", "FROMENDPOINT", "GROUPMEM", "PRIORITY", "TOENDPOINT");

  static ManagedEntity entity(String kind, String name, Map<String, String> attributes) {
    var nonEmpty = new TreeMap<>(attributes);
    nonEmpty.values().removeIf(String::isEmpty);
    return new ManagedEntity(kind, name, nonEmpty);
  }

  ManagedEntity get(String kind, String name) {
    return database
        .find(kind, name)
        .orElseThrow(() ->
            new CommandDeniedException(
                "IENE", "Input, Entity does Not Exist: " + kind + " " + name));
  }

  String validateNewName(String kind, String name) {
    requireData(NAME.matcher(name).matches(), "name " + name);
    denyUnless(
        database.find(kind, name).isEmpty(),
        "IEAE",
        "Input, Entity Already Exists: " + kind + " " + name);
    return name;
  }

  CommandResult put(ManagedEntity entity) {
    database.put(entity);
    return CommandResult.completed();
  }

  CommandResult remove(ManagedEntity entity) {
    database.remove(entity);
    return CommandResult.completed();
  }

  CommandResult delete(String kind, CommandParameters parameters) {
    return remove(get(kind, parameters.name()));
  }

  /** The selected entities; one name is looked up directly, whatever their number. */
  Stream<ManagedEntity> select(String kind, CommandParameters parameters) {
    var all =
        parameters.isAll() || parameters.name().isEmpty()
            ? database.list(kind).stream()
            : database.find(kind, parameters.name()).stream();
    return all.filter(entity -> parameters.isAll() || matches(entity, parameters));
  }

  private static boolean matches(ManagedEntity entity, CommandParameters parameters) {
    return (parameters.name().isEmpty() || parameters.name().equals(entity.name()))
        && parameters.aid().entrySet().stream()
            .filter(requested -> !requested.getKey().equals("NAME"))
            .allMatch(requested -> requested.getValue().equals(entity.get(requested.getKey())));
  }

  CommandResult retrieve(String kind, CommandParameters parameters) {
    return listResult(select(kind, parameters).map(entity -> row(entity, Set.of())).toList());
  }

  static CommandResult listResult(List<String> rows) {
    return rows.isEmpty()
        ? CommandResult.comment("Empty list returned for entered parameter.")
        : CommandResult.rows(rows);
  }

  /**
   * A row without hidden attributes, as recorded on Internet2's elements (perfSONAR): a flow's name
   * ends in a colon, and a cross-connect's name follows its ends.
   */
  static String row(ManagedEntity entity, Set<String> hidden) {
    var row =
        switch (entity.kind()) {
          case "CRS" -> crossConnectRow(entity);
          case "EFLOW" -> entity.name() + ":" + formatAttributes(entity, hidden);
          default -> entity.name() + "," + formatAttributes(entity, hidden);
        };
    return row.replace("\"", "\\\"");
  }

  private static String crossConnectRow(ManagedEntity entity) {
    var ends = Set.of("FROMENDPOINT", "TOENDPOINT");
    var otherAttributes = new TreeSet<>(entity.attributes().keySet());
    otherAttributes.removeAll(ends);
    return "%s:NAME=%s,%s::PST=%s,"
        .formatted(
            formatAttributes(entity, otherAttributes),
            entity.name(),
            formatAttributes(entity, Set.of("FROMENDPOINT", "TOENDPOINT", "PST")),
            entity.get("PST"));
  }

  private static String formatAttributes(ManagedEntity entity, Set<String> hidden) {
    return entity.attributes().entrySet().stream()
        .filter(attribute -> !hidden.contains(attribute.getKey()))
        .map(attribute -> attribute.getKey() + "=" + formatValue(attribute))
        .collect(joining(","));
  }

  private static String formatValue(Map.Entry<String, String> attribute) {
    return LIST_ATTRIBUTES.contains(attribute.getKey())
        ? ValueQuoting.quoteList(attribute.getValue())
        : ValueQuoting.quote(attribute.getValue());
  }
}
