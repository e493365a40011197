package org.touchpaper.elementemulator.dataplane;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.dataplane.DataPlaneReport.InterfaceReport;
import org.touchpaper.elementemulator.dataplane.DataPlaneReport.PathReport;
import org.touchpaper.elementemulator.dataplane.HostInterface.InterfaceId;
import org.touchpaper.elementemulator.dataplane.PathResult.CountingSwitch;
import org.touchpaper.elementemulator.dataplane.PathResult.ForwardingPath;
import org.touchpaper.elementemulator.dataplane.PathResult.NoPath;
import org.touchpaper.elementemulator.forwarding.PolicerSettings;
import org.touchpaper.elementemulator.state.DataPlaneSnapshot;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.PortCounters;

/**
 * The data plane of an emulated network. Each host has a network namespace, with an interface for
 * each VLAN that its port has carried. A change of an element has all paths traced again, in one
 * thread; packets only follow the last result.
 */
public final class DataPlane implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(DataPlane.class);
  private static final double NANOS_PER_MILLISECOND = 1e6;
  private static final double BITS_PER_MEGABIT = 1e6;

  private final NetworkMap map;
  private final List<ElementState> elements;
  private final Map<String, PortCounters> portCounters;
  private final ControlPlane controlPlane;
  private final NetworkNamespaces namespaces;
  private final Instant since = Instant.now();
  private final Semaphore changes = new Semaphore(1);
  private final Set<ElementState> changed = ConcurrentHashMap.newKeySet();
  private final Map<String, DataPlaneSnapshot> snapshots = new HashMap<>();
  private final Map<InterfaceId, HostInterface> interfaces = new ConcurrentHashMap<>();
  private final Map<PolicerSettings, TokenBucket> buckets = new ConcurrentHashMap<>();
  private final Map<InterfaceId, String> problems = new ConcurrentHashMap<>();
  private final Thread tracer =
      Thread.ofPlatform().daemon().name("data-plane").unstarted(this::followChanges);
  private volatile boolean isClosed;

  private DataPlane(
      NetworkMap map,
      List<ElementState> elements,
      ControlPlane controlPlane,
      NetworkNamespaces namespaces) {
    this.map = map;
    this.elements = List.copyOf(elements);
    this.portCounters =
        elements.stream()
            .collect(
                Collectors.toMap(element -> element.config.tid(), element -> element.portCounters));
    this.controlPlane = controlPlane;
    this.namespaces = namespaces;
  }

  /**
   * Starts a data plane.
   *
   * @param namespacesByHost network namespaces other than {@code tp-<host>}
   * @param folder where it notes the namespaces that it created
   * @throws IOException if the machine lacks something or a namespace cannot be created
   * @throws IllegalArgumentException if a namespace is given for a host that is on no map
   */
  public static DataPlane start(
      NetworkMap map,
      List<ElementState> elements,
      ControlPlane controlPlane,
      Map<String, String> namespacesByHost,
      Path folder)
      throws IOException {
    var hosts = map.hosts().stream().map(HostPort::host).toList();
    for (var host : namespacesByHost.keySet()) {
      if (!hosts.contains(host)) {
        throw new IllegalArgumentException(
            "a namespace is given for %s, which is no host; hosts: %s".formatted(host, hosts));
      }
    }
    var missing = LinuxRequirements.listMissing();
    if (!missing.isEmpty()) {
      throw new IOException("it needs " + String.join(", and ", missing));
    }
    var namespaces = new NetworkNamespaces(namespacesByHost, folder.resolve("namespaces"));
    var dataPlane = new DataPlane(map, elements, controlPlane, namespaces);
    try {
      for (var host : map.hosts()) {
        namespaces.prepare(host.host());
      }
    } catch (IOException e) {
      namespaces.close();
      throw e;
    }
    for (var element : elements) {
      dataPlane.changed.add(element);
      element.onChange(() -> dataPlane.noteChange(element));
    }
    dataPlane.tracer.start();
    return dataPlane;
  }

  private void noteChange(ElementState element) {
    changed.add(element);
    changes.release();
  }

  private void followChanges() {
    try {
      while (!isClosed) {
        changes.acquire();
        var _ = changes.drainPermits();
        try {
          traceAll();
        } catch (RuntimeException e) {
          log.error("cannot trace paths; they stay as they are until the next change", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  private void traceAll() {
    var routes = controlPlane.listRoutes();
    for (var element : elements) {
      if (changed.remove(element)) {
        snapshots.put(element.config.tid(), element.snapshot());
      }
    }
    var trace = new PathTracer(map, snapshots, routes);
    for (var host : map.hosts()) {
      for (var vlan : trace.vlansAt(host)) {
        open(new InterfaceId(host, vlan));
      }
    }
    interfaces.forEach((id, hostInterface) -> use(hostInterface, id, trace));
    var used = new ArrayList<PolicerSettings>();
    interfaces
        .values()
        .forEach(hostInterface -> {
          if (hostInterface.path() instanceof ForwardingPath path) {
            used.addAll(path.policers());
          }
        });
    buckets.keySet().retainAll(Set.copyOf(used));
  }

  private void use(HostInterface hostInterface, InterfaceId id, PathTracer trace) {
    var path = trace.from(id.host(), id.vlan());
    if (!path.equals(hostInterface.path())) {
      hostInterface.usePath(path);
      switch (path) {
        case ForwardingPath reached ->
            log.info(
                "{} reaches {} lp{}: {}",
                id,
                reached.host().host(),
                reached.vlan(),
                toReport(reached));
        case NoPath(var reason) -> log.info("{} has no path: {}", id, reason);
      }
    }
  }

  /** An interface stays until the end, with its addresses, as that of a real host would. */
  private void open(InterfaceId id) {
    if (isClosed || interfaces.containsKey(id)) {
      return;
    }
    try {
      var host = id.host();
      namespaces.prepare(host.host());
      var tap = TapInterface.open(namespaces.nameOf(host.host()), id.networkInterface());
      var opened = new HostInterface(id, tap, this);
      interfaces.put(id, opened);
      opened.start();
      namespaces.bringUp(host.host(), id.networkInterface(), host.mtu());
      problems.remove(id);
    } catch (IOException e) {
      if (problems.put(id, String.valueOf(e.getMessage())) == null) {
        log.warn("{} does not work: {}", id, e.getMessage());
      }
    }
  }

  @Nullable HostInterface find(InterfaceId id) {
    return interfaces.get(id);
  }

  /** The policer on the path that drops the packet. */
  Optional<PolicerSettings> findDropping(ForwardingPath path, int bytes, long nanoTime) {
    return path.policers().stream()
        .filter(policer ->
            !buckets
                .computeIfAbsent(policer, _ -> new TokenBucket(policer, nanoTime))
                .take(bytes, nanoTime))
        .findFirst();
  }

  /** Counts a packet at the switches that it crosses. */
  void countForwarded(ForwardingPath path, int bytes) {
    for (var crossed : path.switches()) {
      countForwarded(crossed, bytes);
    }
  }

  /** Counts a packet up to the switch whose policer drops it. */
  void countPoliced(ForwardingPath path, PolicerSettings policer, int bytes) {
    for (var crossed : path.switches()) {
      if (crossed.policers().contains(policer)) {
        countersOf(crossed).countPoliced(crossed.portIn(), crossed.circuit(), bytes);
        return;
      }
      countForwarded(crossed, bytes);
    }
  }

  /** Counts a packet that the first switch cannot send, because the queue is full. */
  void countDiscarded(ForwardingPath path, int bytes) {
    if (!path.switches().isEmpty()) {
      var first = path.switches().getFirst();
      countersOf(first).countReceived(first.portIn(), first.circuit(), bytes);
      countersOf(first).countDiscarded(first.portOut(), first.circuit());
    }
  }

  private void countForwarded(CountingSwitch crossed, int bytes) {
    var counters = countersOf(crossed);
    counters.countReceived(crossed.portIn(), crossed.circuit(), bytes);
    counters.countSent(crossed.portOut(), crossed.circuit(), bytes);
  }

  private PortCounters countersOf(CountingSwitch crossed) {
    var counters = portCounters.get(crossed.node());
    if (counters == null) {
      throw new IllegalStateException("no element " + crossed.node() + " is emulated");
    }
    return counters;
  }

  /** The network namespace of a host. */
  public String namespaceOf(String host) {
    return namespaces.nameOf(host);
  }

  /** What it does at present. */
  public DataPlaneReport report() {
    var hosts = new TreeMap<String, String>();
    map.hosts().forEach(host -> hosts.put(host.host(), namespaces.nameOf(host.host())));
    return new DataPlaneReport(
        "running",
        problems.isEmpty() ? null : String.join("; ", problems.values()),
        since,
        Instant.now(),
        hosts,
        interfaces.keySet().stream()
            .sorted(Comparator.comparing(InterfaceId::toString))
            .map(this::toReport)
            .toList());
  }

  private InterfaceReport toReport(InterfaceId id) {
    var hostInterface = interfaces.get(id);
    if (hostInterface == null) {
      throw new IllegalStateException("interface " + id + " has disappeared");
    }
    var host = id.host();
    var path = hostInterface.path();
    return new InterfaceReport(
        host.host(),
        namespaces.nameOf(host.host()),
        id.networkInterface(),
        id.vlan(),
        host.mtu(),
        host.node(),
        host.port(),
        path instanceof ForwardingPath reached ? toReport(reached) : null,
        path instanceof NoPath(var reason) ? reason : null,
        hostInterface.counters(),
        hostInterface.countersByCircuit());
  }

  private static PathReport toReport(ForwardingPath path) {
    var policed = path.policers().stream().mapToLong(PolicerSettings::rate).min();
    return new PathReport(
        path.host().host(),
        path.vlan(),
        path.delayNanos() / NANOS_PER_MILLISECOND,
        path.rate() / BITS_PER_MEGABIT,
        policed.isPresent() ? policed.getAsLong() / BITS_PER_MEGABIT : null,
        path.circuits());
  }

  /** Ends, and removes its interfaces and the namespaces that it created. */
  @Override
  public void close() {
    isClosed = true;
    elements.forEach(element -> element.onChange(() -> {}));
    changes.release();
    try {
      tracer.join();
      interfaces.values().forEach(HostInterface::close);
      for (var hostInterface : interfaces.values()) {
        hostInterface.awaitEnd();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    namespaces.close();
  }
}
