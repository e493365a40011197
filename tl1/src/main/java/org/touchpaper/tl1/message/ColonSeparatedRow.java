package org.touchpaper.tl1.message;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A row as Cisco and Nortel write it: blocks separated by colons, positions by commas, such as
 * {@code STS-6-1,STS-12-4:2WAY,STS3C:CKTID=\"x\":IS-NR,}.
 */
public record ColonSeparatedRow(List<List<String>> blocks) {

  private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

  public ColonSeparatedRow {
    blocks = blocks.stream().map(List::copyOf).toList();
  }

  public static ColonSeparatedRow parse(String row) {
    return new ColonSeparatedRow(
        QuoteAwareSplitter.split(row, ':').stream()
            .map(block -> QuoteAwareSplitter.split(block, ','))
            .toList());
  }

  /** The value at a position of a block, counted from 0; empty if the row is shorter. */
  public String valueAt(int block, int position) {
    if (block >= blocks.size() || position >= blocks.get(block).size()) {
      return "";
    }
    return ValueQuoting.unquote(blocks.get(block).get(position).strip());
  }

  /** The first non-empty value of this key in any block. */
  public Optional<String> findValue(String key) {
    var prefix = key.toUpperCase(Locale.ROOT) + "=";
    return blocks.stream()
        .flatMap(List::stream)
        .map(String::strip)
        .filter(field -> field.toUpperCase(Locale.ROOT).startsWith(prefix))
        .map(field -> ValueQuoting.unquote(field.substring(prefix.length())))
        .filter(value -> !value.isEmpty())
        .findFirst();
  }

  /** All named values, by upper-case key; of a duplicate key the first. */
  public Map<String, String> namedValues() {
    var values = new LinkedHashMap<String, String>();
    for (var block : blocks) {
      for (var field : block) {
        var separator = field.indexOf('=');
        var key = separator < 0 ? "" : field.substring(0, separator).strip();
        if (KEY.matcher(key).matches()) {
          values.putIfAbsent(
              key.toUpperCase(Locale.ROOT),
              ValueQuoting.unquote(field.substring(separator + 1).strip()));
        }
      }
    }
    return Collections.unmodifiableMap(values);
  }
}
