package org.touchpaper.tl1.element;

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
 * What goes wrong by itself, and how often. The same seed lets the same go wrong at the same
 * command of an element, as far as the order of commands is the same.
 *
 * @param seed of all chances; each element has its own, made of this and its name
 * @param rates by kind, the probability that it befalls a command (or a connection), 0 to 1
 * @param late the most by which a late command is late
 * @param pause between two acknowledgements of one command
 */
public record FaultPlan(long seed, Map<Mishap, Double> rates, Duration late, Duration pause) {

  /** Nothing goes wrong. */
  public static final FaultPlan NONE =
      new FaultPlan(0, Map.of(), Duration.ofSeconds(10), Duration.ofMillis(2_100));

  private static final double ONE_IN_A_THOUSAND = 0.001;

  public FaultPlan {
    rates = Map.copyOf(rates);
    for (var rate : rates.entrySet()) {
      if (rate.getValue() < 0 || rate.getValue() > 1) {
        throw new IllegalArgumentException("no probability: " + rate);
      }
    }
    if (sum(rates, false) > 1) {
      throw new IllegalArgumentException("the rates of all that befalls a command exceed 1");
    }
  }

  /** Every kind at the same rate. */
  public static FaultPlan even(long seed, double rate) {
    var rates = new EnumMap<Mishap, Double>(Mishap.class);
    for (var mishap : Mishap.values()) {
      rates.put(mishap, rate);
    }
    return new FaultPlan(seed, rates, NONE.late, NONE.pause);
  }

  /**
   * Reads {@code seed=7,all=0.001,restart=0}: later entries override earlier ones; {@code late-ms}
   * and {@code pause-ms} are the waits in milliseconds.
   *
   * @throws IllegalArgumentException naming what it does not understand
   */
  public static FaultPlan parse(String text) {
    var seed = 1L;
    var late = NONE.late;
    var pause = NONE.pause;
    var rates = new HashMap<Mishap, Double>();
    for (var entry : text.split(",", -1)) {
      var equals = entry.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("not of the form kind=rate: " + entry);
      }
      var key = entry.substring(0, equals).strip();
      var value = entry.substring(equals + 1).strip();
      switch (key) {
        case "seed" -> seed = (long) number(entry, value);
        case "late-ms" -> late = Duration.ofMillis((long) number(entry, value));
        case "pause-ms" -> pause = Duration.ofMillis((long) number(entry, value));
        case "all" -> rates.putAll(even(0, number(entry, value)).rates);
        default -> rates.put(Mishap.ofLabel(key), number(entry, value));
      }
    }
    return new FaultPlan(seed, rates, late, pause);
  }

  /**
   * Reads what a person wrote: a plan as {@link #parse} knows it; a bare number, the seed of a plan
   * in which each kind befalls one command in a thousand; or the name of a file with a plan over
   * any number of lines, which may begin with a number sign to say something else. Nothing written
   * is nothing wrong.
   *
   * @throws IllegalArgumentException naming what it does not understand
   */
  public static FaultPlan read(String text) {
    if (text.isBlank()) {
      return NONE;
    }
    if (text.matches("\\d{1,15}")) {
      return even(Long.parseLong(text), ONE_IN_A_THOUSAND);
    }
    return text.contains("=") ? parse(text) : parse(lines(text));
  }

  private static String lines(String file) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .collect(joining(","));
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "neither a seed, nor a plan (seed=7,all=0.001), nor a file that can be read: " + file, e);
    }
  }

  /** What {@link #parse} reads as this plan. */
  public String asText() {
    var text = new StringJoiner(",");
    text.add("seed=" + seed);
    for (var mishap : Mishap.values()) {
      if (rate(mishap) > 0) {
        text.add(mishap.label() + "=" + rate(mishap));
      }
    }
    return text.add("late-ms=" + late.toMillis()).add("pause-ms=" + pause.toMillis()).toString();
  }

  private static double number(String entry, String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a number: " + entry, e);
    }
  }

  /** The same chances with other waits. */
  public FaultPlan waiting(Duration newLate, Duration newPause) {
    return new FaultPlan(seed, rates, newLate, newPause);
  }

  /** The same with another rate of one kind. */
  public FaultPlan with(Mishap mishap, double rate) {
    var changed = new HashMap<>(rates);
    changed.put(mishap, rate);
    return new FaultPlan(seed, changed, late, pause);
  }

  double rate(Mishap mishap) {
    return rates.getOrDefault(mishap, 0.0);
  }

  private static double sum(Map<Mishap, Double> rates, boolean ofConnections) {
    return rates.entrySet().stream()
        .filter(each -> each.getKey().isOfConnection() == ofConnections)
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
