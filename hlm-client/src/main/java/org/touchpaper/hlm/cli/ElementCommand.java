package org.touchpaper.hlm.cli;

import java.net.URI;
import java.util.concurrent.Callable;
import org.touchpaper.http.PathSegment;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** For the operators of network elements: look at them, follow them, and send one a command. */
@Command(
    name = "element",
    mixinStandardHelpOptions = true,
    description = "Shows network elements and how their sessions stand; sends one a command.",
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  done",
      "  1  denied by the element, or refused: nothing has changed",
      "  2  not understood (this command line)",
      "  3  some service or element cannot be reached, or what was sent was done in part, or nobody knows",
      "  4  not allowed",
      "",
      "Examples:",
      "  touchpaper element list",
      "  touchpaper element show LONDON --json",
      "  touchpaper element transcript LONDON -f",
      "  touchpaper element send LONDON \"RTRV-EQPT::ALL\"",
      "  touchpaper element send EDGE-UCL \"show vlan brief\"",
      "  touchpaper element restore LONDON"
    })
final class ElementCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "list, show, transcript, send or restore?");
  }

  @Command(name = "list", description = "All elements, and how the session with each stands.")
  static final class ListCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    @Mixin private ElementAccess access = new ElementAccess();

    ListCommand(Surroundings surroundings) {
      this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
      try (var services = access.connect(surroundings)) {
        var replies = services.list();
        var report = new ElementReport(surroundings);
        if (access.json()) {
          report.json(replies);
        } else {
          report.list(replies);
        }
        return ElementReport.outcome(replies).code();
      }
    }
  }

  @Command(
      name = "show",
      description =
          "One element: what it should hold beside what it reads as now, and what it told.")
  static final class ShowCommand implements Callable<Integer> {
    private final Surroundings surroundings;
    @Mixin private ElementAccess access = new ElementAccess();

    @Parameters(paramLabel = "NAME", converter = Tid.class, description = "The element.")
    private String name = "";

    ShowCommand(Surroundings surroundings) {
      this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
      return access.run(surroundings, name, this::show);
    }

    private Outcome show(ElementServices services, URI service, ElementReport report) {
      var reply = services.get(service, name);
      if (!reply.isGood() || reply.body() == null) {
        return report.failed(service, reply);
      }
      if (access.json()) {
        report.line(reply.text());
      } else {
        report.show(reply.body());
      }
      return Outcome.DONE;
    }
  }

  /** An element's name, which may have blanks; keeps a path a path. */
  static final class Tid implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      try {
        var _ = PathSegment.of(text);
        return text;
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + text + "' is no element's name");
      }
    }
  }
}
