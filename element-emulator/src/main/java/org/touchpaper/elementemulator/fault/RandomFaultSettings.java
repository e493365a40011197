package org.touchpaper.elementemulator.fault;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Random faults and their rates. The same seed causes the same faults, provided that an element
 * receives its commands in the same order.
 *
 * @param seed the random seed; each element combines it with its name
 * @param rates by kind, the probability per command (or per connection), 0 to 1
 * @param maxLateness the longest delay of a late command
 * @param pause between two acknowledgements of one command
 */
public record RandomFaultSettings(
    long seed, Map<FaultKind, Double> rates, Duration maxLateness, Duration pause) {

  public static final RandomFaultSettings NONE =
      new RandomFaultSettings(0, Map.of(), Duration.ofSeconds(10), Duration.ofMillis(2_100));

  private static final double ONE_IN_A_THOUSAND = 0.001;

  public RandomFaultSettings {
    rates = Map.copyOf(rates);
    for (var rate : rates.entrySet()) {
      if (rate.getValue() < 0 || rate.getValue() > 1) {
        throw new IllegalArgumentException("a rate must be from 0 to 1: " + rate);
      }
    }
    if (sum(rates, false) > 1) {
      throw new IllegalArgumentException(
          "the rates of faults per command must not exceed 1 in total");
    }
  }

  public static RandomFaultSettings uniform(long seed, double rate) {
    var rates = new EnumMap<FaultKind, Double>(FaultKind.class);
    for (var kind : FaultKind.values()) {
      rates.put(kind, rate);
    }
    return new RandomFaultSettings(seed, rates, NONE.maxLateness, NONE.pause);
  }

  /**
   * Parses {@code seed=7,all=0.001,restart=0}. Later entries override earlier ones; {@code late-ms}
   * and {@code pause-ms} are delays in milliseconds.
   *
   * @throws IllegalArgumentException names the invalid entry
   */
  public static RandomFaultSettings parse(String text) {
    var seed = 1L;
    var maxLateness = NONE.maxLateness;
    var pause = NONE.pause;
    var rates = new HashMap<FaultKind, Double>();
    for (var entry : text.split(",", -1)) {
      var equals = entry.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("invalid entry '" + entry + "'; use kind=rate");
      }
      var key = entry.substring(0, equals).strip();
      var value = entry.substring(equals + 1).strip();
      switch (key) {
        case "seed" -> seed = (long) parseNumber(entry, value);
        case "late-ms" -> maxLateness = Duration.ofMillis((long) parseNumber(entry, value));
        case "pause-ms" -> pause = Duration.ofMillis((long) parseNumber(entry, value));
        case "all" -> rates.putAll(uniform(0, parseNumber(entry, value)).rates);
        default -> rates.put(FaultKind.ofLabel(key), parseNumber(entry, value));
      }
    }
    return new RandomFaultSettings(seed, rates, maxLateness, pause);
  }

  /**
   * Reads an option: a plan as in {@link #parse}; a seed alone, for a plan that injects each kind
   * into one command in a thousand; or the name of a file with a plan over any number of lines, in
   * which lines that begin with a number sign are comments. A blank option means no faults.
   *
   * @throws IllegalArgumentException names the invalid entry
   */
  public static RandomFaultSettings read(String text) {
    if (text.isBlank()) {
      return NONE;
    }
    if (text.matches("\\d{1,15}")) {
      return uniform(Long.parseLong(text), ONE_IN_A_THOUSAND);
    }
    return text.contains("=") ? parse(text) : parse(readPlanFile(text));
  }

  private static String readPlanFile(String file) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .collect(joining(","));
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "not a seed, a plan (seed=7,all=0.001) or a readable file: " + file, e);
    }
  }

  /** This plan in the form that {@link #parse} accepts. */
  public String asText() {
    var text = new StringJoiner(",");
    text.add("seed=" + seed);
    for (var kind : FaultKind.values()) {
      if (rate(kind) > 0) {
        text.add(kind.label() + "=" + rate(kind));
      }
    }
    return text.add("late-ms=" + maxLateness.toMillis())
        .add("pause-ms=" + pause.toMillis())
        .toString();
  }

  private static double parseNumber(String entry, String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("the value is not a number: " + entry, e);
    }
  }

  public RandomFaultSettings withDelays(Duration newMaxLateness, Duration newPause) {
    return new RandomFaultSettings(seed, rates, newMaxLateness, newPause);
  }

  public RandomFaultSettings withRate(FaultKind kind, double rate) {
    var changed = new HashMap<>(rates);
    changed.put(kind, rate);
    return new RandomFaultSettings(seed, changed, maxLateness, pause);
  }

  double rate(FaultKind kind) {
    return rates.getOrDefault(kind, 0.0);
  }

  private static double sum(Map<FaultKind, Double> rates, boolean perConnection) {
    return rates.entrySet().stream()
        .filter(rate -> rate.getKey().isPerConnection() == perConnection)
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
