package org.touchpaper.imd.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.imd.message.ImdProtocolException;
import org.touchpaper.imd.statistics.FrameMeter;
import org.touchpaper.imd.viewer.ImdFrame;
import org.touchpaper.imd.viewer.ImdViewer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The command that watches a simulation, and may pull at one atom. */
@Command(
    name = "view",
    mixinStandardHelpOptions = true,
    description = {
      "Watches a simulation and prints how fast its frames arrive. t_s is the time from one frame to the",
      "next, as in the ESLEA papers. Leaves so that the simulation goes on, unless --kill is given."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper imd view 10.88.0.2:8901",
      "  touchpaper imd view imd://10.88.0.2:8901 --frames 500 --force 0:0,0,-5 --json"
    })
final class ViewCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "HOST:PORT",
      description = "Engine or relay; imd://HOST:PORT as a booking prints it.")
  private @Nullable EndpointArgument engine;

  @Option(
      names = "--frames",
      paramLabel = "N",
      description = "How many frames to receive (default: ${DEFAULT-VALUE}).")
  private int frames = 100;

  @Option(
      names = "--skip",
      paramLabel = "N",
      description =
          "Leave the first N out of the statistics, while TCP's window opens (default: ${DEFAULT-VALUE}).")
  private int skip = 8;

  @Option(
      names = "--every",
      paramLabel = "N",
      description = "A frame every N steps of the simulation (default: 1).")
  private int everySteps = 1;

  @Option(
      names = "--force",
      paramLabel = "ATOM:X,Y,Z",
      description =
          "Pull at an atom (from 0) after the first frame, in the engine's unit of force.")
  private @Nullable ForceArgument force;

  @Option(
      names = "--wait",
      paramLabel = "S",
      description = "Seconds to wait until the engine listens (default: 10).")
  private int waitSeconds = 10;

  @Option(names = "--kill", description = "End the simulation afterwards.")
  private boolean kill;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  private final List<List<Float>> steered = new ArrayList<>();
  private @Nullable Long firstStep;
  private @Nullable Long lastStep;

  @Override
  public Integer call() {
    if (engine == null) {
      throw new IllegalStateException("picocli did not set a required parameter");
    }
    try (var viewer =
        ImdViewer.connect(engine.address(), Duration.ofSeconds(waitSeconds), everySteps)) {
      var meter = new FrameMeter(skip);
      var received = watch(viewer, meter);
      if (kill) {
        viewer.kill();
      }
      print(viewer.session().version(), meter, received < frames);
      return 0;
    } catch (IOException | ImdProtocolException e) {
      spec.commandLine().getErr().println("touchpaper imd view: " + e.getMessage());
      return 1;
    }
  }

  private int watch(ImdViewer viewer, FrameMeter meter) throws IOException {
    for (var i = 0; i < frames; i++) {
      var frame = viewer.nextFrame();
      if (frame.isEmpty()) {
        return i;
      }
      meter.frame(System.nanoTime(), frame.get().bytes());
      note(frame.get());
      if (i == 0 && force != null) {
        viewer.steer(force.force());
      }
    }
    return frames;
  }

  private void note(ImdFrame frame) {
    var step = step(frame);
    firstStep = firstStep == null ? step : firstStep;
    lastStep = step;
    var positions = frame.positions();
    if (force != null && positions != null && force.atom() < positions.count()) {
      var atom = force.atom();
      var position = List.of(positions.x(atom), positions.y(atom), positions.z(atom));
      if (steered.size() == 2) {
        steered.removeLast();
      }
      steered.add(position);
    }
  }

  private static @Nullable Long step(ImdFrame frame) {
    if (frame.time() != null) {
      return frame.time().step();
    }
    return frame.energies() == null ? null : (Long) (long) frame.energies().step();
  }

  private void print(int version, FrameMeter meter, boolean ended) {
    var measured = meter.statistics();
    var out = spec.commandLine().getOut();
    if (json) {
      out.println(
          JsonMapper.shared()
              .writeValueAsString(
                  new ViewResult(
                      version,
                      measured.frames(),
                      measured.bytes(),
                      measured.framesPerSecond(),
                      measured.megabitsPerSecond(),
                      measured.meanMs(),
                      measured.p50Ms(),
                      measured.p95Ms(),
                      measured.maxMs(),
                      firstStep,
                      lastStep,
                      steered,
                      ended)));
      return;
    }
    out.printf(
        Locale.ROOT,
        "IMD %d, %d frames, %.1f a second, %.1f Mbit/s%nt_s %.1f ms (median %.1f, 95 %% below %.1f, longest %.1f)%n",
        version,
        measured.frames(),
        measured.framesPerSecond(),
        measured.megabitsPerSecond(),
        measured.meanMs(),
        measured.p50Ms(),
        measured.p95Ms(),
        measured.maxMs());
    if (firstStep != null) {
      out.println("steps " + firstStep + " to " + lastStep);
    }
    if (force != null && steered.size() == 2) {
      out.println(
          "atom " + force.atom() + " from " + steered.getFirst() + " to " + steered.getLast());
    }
    if (ended) {
      out.println("the engine ended the session");
    }
  }
}
