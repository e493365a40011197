package org.touchpaper.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Class names consist of words that {@code docs/dictionary.md} lists, each with a source outside
 * the project. Private words, metaphors and bare participles do not pass.
 */
class VocabularyTest {

  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^\\s*(?:[a-z-]+ )*(?:class|interface|record|enum|@interface) ([A-Z]\\w*)");
  private static final Pattern WORD =
      Pattern.compile("[A-Z]+[0-9]*(?![a-z])|[A-Z][a-z]+[0-9]*|[0-9]+");

  /** The head words of names that no reader from outside understood. */
  private static final Set<String> FORBIDDEN =
      Set.of(
          "accent",
          "acquaintances",
          "afterwards",
          "agenda",
          "asker",
          "beginning",
          "begun",
          "bulletin",
          "care",
          "carriage",
          "course",
          "customers",
          "deck",
          "deed",
          "desk",
          "dialect",
          "door",
          "doubt",
          "ear",
          "entrance",
          "felt",
          "forerunners",
          "frames",
          "gathered",
          "glance",
          "greeter",
          "ground",
          "heard",
          "hearing",
          "helper",
          "hint",
          "house",
          "hung",
          "impl",
          "keeper",
          "look",
          "makes",
          "manners",
          "misfortune",
          "mishap",
          "news",
          "outlook",
          "own",
          "patience",
          "permits",
          "place",
          "presses",
          "prospect",
          "pursuit",
          "redraft",
          "reminder",
          "room",
          "said",
          "sense",
          "sheet",
          "shelf",
          "shown",
          "silence",
          "standing",
          "stranger",
          "stretch",
          "surroundings",
          "tail",
          "toll",
          "told",
          "turn",
          "typed",
          "unbooked",
          "upkeep",
          "util",
          "utils",
          "voice",
          "watcher",
          "weighing",
          "when",
          "whole",
          "wish",
          "witness",
          "words",
          "world");

  private record NamedType(String packageName, String name, boolean isTopLevel) {}

  @Test
  void everyWordOfAClassNameIsInTheDictionary() {
    var known = dictionaryWords();
    var unknown = new TreeMap<String, Set<String>>();
    for (var type : types()) {
      for (var word : words(type.name())) {
        if (!isKnown(word, known)) {
          unknown.computeIfAbsent(word, _ -> new TreeSet<>()).add(type.name());
        }
      }
    }
    assertThat(unknown).as("words that docs/dictionary.md does not list").isEmpty();
  }

  @Test
  void everyEntryOfTheDictionaryNamesASource() {
    assertThat(rows())
        .hasSizeGreaterThan(150)
        .allSatisfy(row -> {
          assertThat(row.getLast()).as("source of %s", row.getFirst()).isNotBlank();
          assertThat(row.getLast()).doesNotContainIgnoringCase("touchpaper", "our own");
        });
  }

  @Test
  void noClassNameContainsAForbiddenWord() {
    assertThat(types())
        .allSatisfy(type -> assertThat(words(type.name())).doesNotContainAnyElementsOf(FORBIDDEN));
  }

  /** A name that two packages share needs a line in the dictionary that gives the reason. */
  @Test
  void aSimpleNameOccursInOnePackageOnly() {
    var dictionary = dictionary();
    var packages = new TreeMap<String, Set<String>>();
    for (var type : types()) {
      if (type.isTopLevel()) {
        packages.computeIfAbsent(type.name(), _ -> new TreeSet<>()).add(type.packageName());
      }
    }
    packages
        .entrySet()
        .removeIf(entry ->
            entry.getValue().size() == 1 || dictionary.contains("`" + entry.getKey() + "`"));
    assertThat(packages).isEmpty();
  }

  private static List<NamedType> types() {
    var types = new ArrayList<NamedType>();
    for (var file : SourceTree.mainCode()) {
      for (var type = TYPE.matcher(file.code()); type.find(); ) {
        var name = type.group(1);
        types.add(new NamedType(file.packageName(), name, name.equals(file.name())));
      }
    }
    return types;
  }

  private static List<String> words(String name) {
    return WORD.matcher(name)
        .results()
        .map(match -> match.group().toLowerCase(Locale.ROOT))
        .toList();
  }

  private static Set<String> dictionaryWords() {
    var words = new TreeSet<String>();
    for (var row : rows()) {
      for (var word : row.getFirst().split("[^A-Za-z0-9]+", -1)) {
        words.add(word.toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }

  /** Singular and plural, and the plain forms of a verb, are one word. */
  private static boolean isKnown(String word, Set<String> known) {
    return known.contains(word)
        || known.contains(word + "s")
        || hasStem(word, "s", "", known)
        || hasStem(word, "es", "", known)
        || hasStem(word, "ies", "y", known);
  }

  private static boolean hasStem(
      String word, String ending, String replacement, Set<String> known) {
    return word.endsWith(ending)
        && known.contains(word.substring(0, word.length() - ending.length()) + replacement);
  }

  private static List<List<String>> rows() {
    return dictionary()
        .lines()
        .filter(line ->
            line.startsWith("| ") && !line.startsWith("| Term") && !line.startsWith("| Words"))
        .map(line -> line.substring(1, line.length() - 1).split("(?<!\\\\)\\|", -1))
        .map(cells -> List.of(cells).stream().map(String::strip).toList())
        .toList();
  }

  private static String dictionary() {
    return SourceTree.read(SourceTree.root().resolve("docs/dictionary.md"));
  }
}
