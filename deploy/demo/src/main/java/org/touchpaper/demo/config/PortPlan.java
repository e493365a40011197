package org.touchpaper.demo.config;

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

/** Ports on 127.0.0.1 by the name of what listens there. The base moves every port up. */
public record PortPlan(int base) {
  static final String OPTION = "--port-base N (or TOUCHPAPER_PORT_BASE=N)";

  /** PostgreSQL's port is the highest. */
  private static final int POSTGRESQL_PORT = 54_320;

  private static final int MAX_PORT = 65_535;

  /** The highest base that keeps every port in range. */
  public static final int MAX_BASE = MAX_PORT - POSTGRESQL_PORT;

  /** Of a data plane: those on the maps whose lightpaths end at addresses. */
  private static final List<String> HOSTS_WITH_AGENTS = List.of("vis.ucl", "newton.manchester");

  private static final Map<String, Integer> DEFAULT_PORTS = plan();

  public PortPlan {
    if (base < 0 || base > MAX_BASE) {
      throw new IllegalArgumentException(OPTION + ": N is from 0 to " + MAX_BASE + ", not " + base);
    }
  }

  private static Map<String, Integer> plan() {
    var plan = new LinkedHashMap<String, Integer>();
    plan.put("bar-ucl", 8080);
    plan.put("lnsap-ucl", 8081);
    plan.put("nsap", 8082);
    plan.put("bar-enlightened", 8084);
    plan.put("nsap-enlightened", 8085);
    plan.put("bar-manchester", 8090);
    plan.put("lnsap-manchester", 8091);
    plan.put("acceptor-1", 8101);
    plan.put("acceptor-2", 8102);
    plan.put("acceptor-3", 8103);
    plan.put("acceptor-1's streams", 8104);
    plan.put("acceptor-2's streams", 8105);
    plan.put("acceptor-3's streams", 8106);
    plan.put("rm-newton", 8112);
    plan.put("rm-mcnc", 8113);
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
            "METRO-EDI",
            "UO1",
            "UO2",
            "UO3",
            "UO4");
    elements.forEach(element -> plan.put(element, 10_201 + elements.indexOf(element)));
    HOSTS_WITH_AGENTS.forEach(
        host -> plan.put(agentOf(host), 10_221 + HOSTS_WITH_AGENTS.indexOf(host)));
    plan.put("postgresql", POSTGRESQL_PORT);
    return plan;
  }

  List<String> names() {
    return List.copyOf(DEFAULT_PORTS.keySet());
  }

  public int of(String name) {
    var port = DEFAULT_PORTS.get(name);
    if (port == null) {
      throw new IllegalArgumentException("no port named " + name);
    }
    return port + base;
  }

  private static String agentOf(String host) {
    return "the path agent of " + host;
  }

  /** Where the path agents beside hosts are asked for checks. */
  public Map<String, Integer> pathAgents() {
    var agents = new LinkedHashMap<String, Integer>();
    HOSTS_WITH_AGENTS.forEach(host -> agents.put(host, of(agentOf(host))));
    return agents;
  }

  /** The port for streams, which only acceptors have. */
  public Optional<Integer> streamPortOf(String name) {
    return Optional.ofNullable(DEFAULT_PORTS.get(name + "'s streams")).map(port -> port + base);
  }

  public String url(String name) {
    return "http://127.0.0.1:" + of(name);
  }

  /** Describes each port that is in use. */
  public List<String> listBusy(IntPredicate isBusy) {
    return names().stream()
        .filter(name -> isBusy.test(of(name)))
        .map(name -> "port " + of(name) + " for " + name + " is in use")
        .toList();
  }

  /** Suggests a base at which every port is free. */
  public String advice(IntPredicate isBusy) {
    var free =
        IntStream.iterate(base + 1000, next -> next <= base + 10_000, next -> next + 1000)
            .filter(next -> next <= MAX_BASE)
            .filter(next -> new PortPlan(next).listBusy(isBusy).isEmpty())
            .findFirst();
    return OPTION
        + " moves every port up by N"
        + (free.isPresent() ? "; --port-base " + free.getAsInt() + " is free" : "");
  }

  /** True if the port cannot be bound. */
  public static boolean isBusy(int port) {
    try (var probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
