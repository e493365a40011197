package org.touchpaper.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Where everything listens on 127.0.0.1, by the name of what listens there; one shift moves all.
 */
record Ports(int base) {
  static final String OPTION = "--port-base N (or TOUCHPAPER_PORT_BASE=N)";

  private static final int HIGHEST = 65_535;
  private static final Map<String, Integer> PLAN = plan();

  Ports {
    var most = HIGHEST - PLAN.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    if (base < 0 || base > most) {
      throw new IllegalArgumentException(
          OPTION + " moves every port by N, from 0 to " + most + ", not by " + base);
    }
  }

  private static Map<String, Integer> plan() {
    var plan = new LinkedHashMap<String, Integer>();
    plan.put("bar-ucl", 8080);
    plan.put("lnsap-ucl", 8081);
    plan.put("nsap", 8082);
    plan.put("bar-manchester", 8090);
    plan.put("lnsap-manchester", 8091);
    plan.put("acceptor-1", 8101);
    plan.put("acceptor-2", 8102);
    plan.put("acceptor-3", 8103);
    plan.put("acceptor-1's streams", 8104);
    plan.put("acceptor-2's streams", 8105);
    plan.put("acceptor-3's streams", 8106);
    plan.put("rm-network", 8111);
    plan.put("rm-newton", 8112);
    plan.put("elements", 10_200);
    var elements =
        List.of(
            "LONDON",
            "READING",
            "WARRINGTON",
            "LEEDS",
            "METRO-UCL",
            "METRO-MAN",
            "EDGE-UCL",
            "EDGE-MAN",
            "METRO-LAN",
            "METRO-EDI");
    elements.forEach(element -> plan.put(element, 10_201 + elements.indexOf(element)));
    plan.put("postgresql", 54_320);
    return plan;
  }

  List<String> names() {
    return List.copyOf(PLAN.keySet());
  }

  int of(String name) {
    var port = PLAN.get(name);
    if (port == null) {
      throw new IllegalArgumentException("nothing of that name listens: " + name);
    }
    return port + base;
  }

  /** Where a process listens for streams; only acceptors do. */
  Optional<Integer> streamsOf(String name) {
    return Optional.ofNullable(PLAN.get(name + "'s streams")).map(port -> port + base);
  }

  String url(String name) {
    return "http://127.0.0.1:" + of(name);
  }

  /** What cannot be had, each with its port. */
  List<String> busy(IntPredicate isBusy) {
    return names().stream()
        .filter(name -> isBusy.test(of(name)))
        .map(name -> "port " + of(name) + ", for " + name + ", is in use")
        .toList();
  }

  /** A shift that would move everything out of the way. */
  String advice(IntPredicate isBusy) {
    var free =
        IntStream.iterate(base + 1000, next -> next <= base + 10_000, next -> next + 1000)
            .filter(shift -> HIGHEST - shift >= of("postgresql") - base)
            .filter(shift -> new Ports(shift).busy(isBusy).isEmpty())
            .findFirst();
    return OPTION
        + " moves every port by N"
        + (free.isPresent() ? "; --port-base " + free.getAsInt() + " would do" : "");
  }

  /** Whether somebody listens there already. */
  static boolean isBusy(int port) {
    try (var probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
