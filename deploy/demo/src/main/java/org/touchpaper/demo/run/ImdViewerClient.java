package org.touchpaper.demo.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;
import org.touchpaper.imd.statistics.FrameMeter;
import org.touchpaper.imd.viewer.ImdViewer;
import org.touchpaper.lab.booking.LightpathAddressConfigurator;
import org.touchpaper.lab.booking.PathCheckSummaryFactory;
import org.touchpaper.lab.network.ClusterViewerNamespacePair;
import tools.jackson.databind.json.JsonMapper;

/**
 * Watches and steers a booked run: over the lightpath, from the network namespace of its host, or
 * over the loopback interface where nothing carries packets.
 *
 * @param bar the broker that knows the booking
 * @param namespaces of hosts; empty if there is no data plane
 */
public record ImdViewerClient(URI bar, Map<String, String> namespaces) {

  private static final String USER = "scientist";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final long INTERVAL_MS = 100;
  private static final int WARM_UP_FRAMES = 8;

  /** On the first bead of the chain. */
  private static final Mdcomm INTO_THE_PORE = Mdcomm.of(0, 0, 0, -5);

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /**
   * What a viewer saw.
   *
   * @param overLightpath whether the frames came over the lightpath, else over loopback
   * @param pathCheck what the agents beside the hosts found of the lightpath; empty over loopback
   * @param moved how far the first bead moved along the pore while it was pulled
   */
  public record View(
      boolean overLightpath,
      String pathCheck,
      int atoms,
      int bytesPerFrame,
      long frames,
      double framesPerSecond,
      double stepMs,
      double megabitsPerSecond,
      double moved) {}

  /** A view that was not had. */
  private record NoView(String problem) {}

  /** Pulls the chain while so many frames pass; the answer is JSON of {@link View} or a problem. */
  public String watch(String bookingId, int frames) {
    try (var client = new HlmClient(bar, USER, USER, TIMEOUT)) {
      return JSON.writeValueAsString(watch(client, read(client, bookingId), frames));
    } catch (IOException e) {
      return JSON.writeValueAsString(new NoView(String.valueOf(e.getMessage())));
    }
  }

  private static CoAllocationDto read(HlmClient client, String bookingId) throws IOException {
    if (client.find(bookingId) instanceof CallResult.Done<CoAllocationDto>(var booking, _)) {
      return booking;
    }
    throw new IOException("the broker does not tell of the booking " + bookingId);
  }

  private View watch(HlmClient client, CoAllocationDto booking, int frames) throws IOException {
    var run = booking.compute().getFirst().run();
    if (run == null || run.endpoint() == null) {
      throw new IOException("the booking tells no endpoint of its run");
    }
    var endpoint = URI.create(run.endpoint());
    if (namespaces.isEmpty()) {
      var loopback = InetAddress.getLoopbackAddress();
      return view("", new InetSocketAddress(loopback, endpoint.getPort()), frames);
    }
    var lightpath = booking.lightpaths().getFirst();
    configure(lightpath);
    var pathCheck = checkPath(client, booking, lightpath);
    var hosts =
        new ClusterViewerNamespacePair(
            namespace(lightpath.destination()),
            namespace(lightpath.source()),
            endpoint.getHost(),
            endpoint.getPort());
    Callable<View> work =
        () ->
            view(
                pathCheck,
                new InetSocketAddress(hosts.clusterAddress(), hosts.enginePort()),
                frames);
    return hosts.atViewer(work);
  }

  private String namespace(String host) {
    return Objects.requireNonNull(namespaces.get(host), host);
  }

  private void configure(CoAllocationDto.Lightpath lightpath) throws IOException {
    var end = System.nanoTime() + TIMEOUT.toNanos();
    while (!LightpathAddressConfigurator.configure(lightpath, namespaces)) {
      pause(end, "the data plane has made no interface for the lightpath");
    }
  }

  /** The hosts had no addresses when the lightpath became active. */
  private static String checkPath(
      HlmClient client, CoAllocationDto booking, CoAllocationDto.Lightpath lightpath)
      throws IOException {
    var _ = client.checkPath(booking.id(), lightpath.connectionId(), false);
    var end = System.nanoTime() + TIMEOUT.toNanos();
    while (true) {
      var check = read(client, booking.id()).lightpaths().getFirst().pathCheck();
      if (check != null && !check.state().equals("pending")) {
        return PathCheckSummaryFactory.of(check).summary();
      }
      pause(end, "the path check does not end");
    }
  }

  private static void pause(long end, String problem) throws IOException {
    if (System.nanoTime() > end) {
      throw new IOException(problem);
    }
    try {
      Thread.sleep(INTERVAL_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static View view(String pathCheck, InetSocketAddress engine, int frames)
      throws IOException {
    var meter = new FrameMeter(WARM_UP_FRAMES);
    try (var viewer = ImdViewer.connect(engine, TIMEOUT, 1)) {
      viewer.limitReads(TIMEOUT);
      var first = viewer.nextFrame().orElseThrow(() -> new IOException("no frame came"));
      var start = Objects.requireNonNull(first.positions());
      var last = start;
      viewer.steer(INTO_THE_PORE);
      for (var i = 0; i < WARM_UP_FRAMES + frames; i++) {
        var frame =
            viewer.nextFrame().orElseThrow(() -> new IOException("the engine ended the session"));
        meter.frame(System.nanoTime(), frame.bytes());
        last = Objects.requireNonNull(frame.positions());
      }
      var seen = meter.statistics();
      return new View(
          !pathCheck.isEmpty(),
          pathCheck,
          start.count(),
          first.bytes(),
          seen.frames(),
          seen.framesPerSecond(),
          seen.meanMs(),
          seen.megabitsPerSecond(),
          (double) last.z(0) - start.z(0));
    }
  }
}
