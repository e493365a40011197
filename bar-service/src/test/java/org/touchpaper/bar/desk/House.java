package org.touchpaper.bar.desk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.bar.BarApplication;
import org.touchpaper.bar.coordination.FakeSegments;
import org.touchpaper.bar.coordination.Segments;
import org.touchpaper.harc.acceptor.Acceptor;
import org.touchpaper.harc.acceptor.Peers;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.rm.ResourceManagerApplication;
import org.touchpaper.platform.FreePort;
import org.touchpaper.platform.postgres.TestDatabases;

/**
 * UCL's broker with real neighbours in one JVM, over sockets and on the wall's clock: three
 * acceptors, its network resource manager, which calls it back, and newton's. Segments alone are in
 * memory.
 */
public final class House implements AutoCloseable {

  private static final List<String> ACCEPTORS = ScriptedHarc.ACCEPTORS;

  public final FakeSegments segments = new FakeSegments(Clock.systemUTC());
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, Acceptor> acceptors = new HashMap<>();
  private final Path data;
  private final ConfigurableApplicationContext network;
  private final ConfigurableApplicationContext newton;
  private final ConfigurableApplicationContext bar;

  public House(Path data) {
    this.data = data;
    for (var name : List.of("bar-ucl", "rm-network", "rm-newton")) {
      ports.put(name, FreePort.find());
    }
    for (var name : ACCEPTORS) {
      ports.put(name, FreePort.find());
      Acceptor.initialise(data.resolve(name), name, 1);
    }
    ACCEPTORS.forEach(this::start);
    newton = manager("rm-newton", "newton");
    network = manager("rm-network", "network");
    bar = bar();
  }

  private URI urlOf(String name) {
    return URI.create("http://127.0.0.1:" + ports.get(name));
  }

  private static String secret(String one, String other) {
    return one.compareTo(other) < 0 ? one + "+" + other : other + "+" + one;
  }

  public void start(String acceptor) {
    var known = new ArrayList<Peers.Peer>();
    for (var name : ports.keySet()) {
      if (!name.equals(acceptor)) {
        known.add(new Peers.Peer(name, urlOf(name), secret(name, acceptor), Set.of(role(name))));
      }
    }
    var settings =
        new Acceptor.Settings(
            acceptor,
            ports.getOrDefault(acceptor, 0),
            data.resolve(acceptor),
            new Peers(known),
            Timing.DEFAULT,
            true,
            null);
    try {
      acceptors.put(acceptor, Acceptor.start(settings, Clock.systemUTC()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Peers.Role role(String name) {
    if (ACCEPTORS.contains(name)) {
      return Peers.Role.ACCEPTOR;
    }
    return name.startsWith("rm-") ? Peers.Role.RM : Peers.Role.REQUESTER;
  }

  public void kill(String acceptor) {
    Objects.requireNonNull(acceptors.remove(acceptor)).close();
  }

  private ConfigurableApplicationContext manager(String name, String profile) {
    var args = args(name, "rm", profile);
    args.addAll(peer(name, "bar-ucl", "segment,requester"));
    args.add("--touchpaper.rm.calendar.directory=" + data.resolve("machine"));
    return new SpringApplicationBuilder(ResourceManagerApplication.class)
        .run(args.toArray(String[]::new));
  }

  private ConfigurableApplicationContext bar() {
    var args = args("bar-ucl", "bar", "ucl");
    args.addAll(peer("bar-ucl", "rm-network", "rm"));
    args.addAll(peer("bar-ucl", "rm-newton", "rm"));
    for (var segment : List.of("nsap", "lnsap-ucl", "bar-manchester")) {
      args.add("--touchpaper.peers." + segment + ".url=http://127.0.0.1:9");
      args.add("--touchpaper.peers." + segment + ".secret=s");
    }
    args.add("--touchpaper.bar.decide-within=20s");
    args.add("--touchpaper.bar.patience=40s");
    args.add("--touchpaper.bar.admission.people.at-once=16");
    args.add("--touchpaper.bar.admission.people.patience=120s");
    return new SpringApplicationBuilder(BarApplication.class)
        .initializers(fresh -> {
          var beans = (GenericApplicationContext) fresh;
          beans.getBeanFactory().registerSingleton("onlyTheService", new OnlyTheService());
          beans.registerBean("fakes", Segments.class, () -> segments, it -> it.setPrimary(true));
        })
        .run(args.toArray(String[]::new));
  }

  private List<String> args(String name, String config, String profile) {
    var args = new ArrayList<>(Arrays.asList(TestDatabases.fresh().args()));
    args.add("--spring.config.name=" + config);
    args.add("--spring.profiles.active=" + profile);
    args.add("--server.port=" + ports.get(name));
    args.add("--touchpaper.profile=demo");
    ACCEPTORS.forEach(acceptor -> args.addAll(peer(name, acceptor, "acceptor")));
    return args;
  }

  private List<String> peer(String self, String name, String roles) {
    var key = "--touchpaper.peers." + name;
    return List.of(
        key + ".url=" + urlOf(name),
        key + ".secret=" + secret(self, name),
        key + ".roles=" + roles);
  }

  public Visitor as(String user) {
    return new Visitor(urlOf("bar-ucl"), user, user);
  }

  /** How many bookings newton's calendar has promised nodes to; what is only held counts too. */
  public long newtonBooked() {
    var found =
        newton
            .getBean(JdbcTemplate.class)
            .queryForObject(
                "select count(*) from allocation where state in ('HELD', 'COMMITTED')", Long.class);
    return Objects.requireNonNull(found);
  }

  @Override
  public void close() {
    bar.close();
    network.close();
    newton.close();
    acceptors.values().forEach(Acceptor::close);
  }
}
