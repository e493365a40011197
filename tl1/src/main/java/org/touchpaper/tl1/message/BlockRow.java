package org.touchpaper.tl1.message;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A row of Cisco's and Nortel's kind: blocks at colons, positions at commas, such as {@code
 * STS-6-1,STS-12-4:2WAY,STS3C:CKTID=\"x\":IS-NR,}.
 */
public record BlockRow(List<List<String>> blocks) {

  private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

  public BlockRow {
    blocks = blocks.stream().map(List::copyOf).toList();
  }

  public static BlockRow parse(String row) {
    return new BlockRow(
        Splitter.split(row, ':').stream().map(block -> Splitter.split(block, ',')).toList());
  }

  /** The value at a position of a block, counted from 0; empty if the row is shorter. */
  public String at(int block, int position) {
    if (block >= blocks.size() || position >= blocks.get(block).size()) {
      return "";
    }
    return QuotedValue.unquote(blocks.get(block).get(position).strip());
  }

  /** The value named so in any block, if there is one that is not empty. */
  public Optional<String> find(String key) {
    var wanted = key.toUpperCase(Locale.ROOT) + "=";
    return blocks.stream()
        .flatMap(List::stream)
        .map(String::strip)
        .filter(field -> field.toUpperCase(Locale.ROOT).startsWith(wanted))
        .map(field -> QuotedValue.unquote(field.substring(wanted.length())))
        .filter(value -> !value.isEmpty())
        .findFirst();
  }

  /** All that is named in any block, by upper-case key; of a key given twice the first. */
  public Map<String, String> named() {
    var named = new LinkedHashMap<String, String>();
    for (var block : blocks) {
      for (var field : block) {
        var equals = field.indexOf('=');
        var key = equals < 0 ? "" : field.substring(0, equals).strip();
        if (KEY.matcher(key).matches()) {
          named.putIfAbsent(
              key.toUpperCase(Locale.ROOT),
              QuotedValue.unquote(field.substring(equals + 1).strip()));
        }
      }
    }
    return Collections.unmodifiableMap(named);
  }
}
