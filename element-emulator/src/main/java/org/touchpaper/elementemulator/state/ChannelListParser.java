package org.touchpaper.elementemulator.state;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Parses lists of channels in TL1 notation: {@code a&b} for two, {@code 1&&7} for a range. */
public final class ChannelListParser {

  private static final Pattern RANGE =
      Pattern.compile("(.*?)(?:-CTP)?-(\\d{1,5})(?:&&-?(\\d{1,5}))?");
  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,5})(?:&&(\\d{1,5}))?");

  private ChannelListParser() {}

  /** One time slot of a port or group. */
  public record Channel(String parent, int number) {
    @Override
    public String toString() {
      return parent + "-CTP-" + number;
    }
  }

  /** Parses {@code x-CTP-1&x-CTP-2}, {@code x-CTP-1&&7} or {@code x-1&&7}. */
  public static Set<Channel> parse(String list) {
    var channels = new LinkedHashSet<Channel>();
    for (var item : list.split("(?<!&)&(?!&)", -1)) {
      var match = RANGE.matcher(item);
      if (!match.matches()) {
        throw new IllegalArgumentException("not a channel: " + item);
      }
      var last = match.group(3) == null ? match.group(2) : match.group(3);
      for (var n : range(match.group(2), last)) {
        channels.add(new Channel(match.group(1), n));
      }
    }
    return channels;
  }

  /** Parses {@code 1&3&7&&21}. */
  public static Set<Integer> parseNumbers(String list) {
    var numbers = new LinkedHashSet<Integer>();
    for (var item : list.split("(?<!&)&(?!&)", -1)) {
      var match = NUMBERS.matcher(item);
      if (!match.matches()) {
        throw new IllegalArgumentException("not a channel number: " + item);
      }
      numbers.addAll(
          range(match.group(1), match.group(2) == null ? match.group(1) : match.group(2)));
    }
    return numbers;
  }

  private static Set<Integer> range(String first, String last) {
    var from = Integer.parseInt(first);
    var to = Integer.parseInt(last);
    if (from > to) {
      throw new IllegalArgumentException("not a range: " + first + "&&" + last);
    }
    var numbers = new LinkedHashSet<Integer>();
    for (var n = from; n <= to; n++) {
      numbers.add(n);
    }
    return numbers;
  }
}
