package org.touchpaper.hlm.cli.element;

import java.net.URI;
import java.util.concurrent.Callable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.http.PathSegment;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command {@code element}, for operators of network elements, with its subcommands. */
@Command(
    name = "element",
    mixinStandardHelpOptions = true,
    description = "Shows network elements and their sessions, and sends commands to an element.",
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  success",
      "  1  denied by the element or refused by the service; nothing has changed",
      "  2  invalid command line",
      "  3  a service or element cannot be reached, or a command was completed in part, or its outcome"
          + " is unknown",
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
public final class ElementCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing subcommand: list, show, transcript, send or restore");
  }

  @Command(name = "list", description = "Lists all elements with the state of their sessions.")
  public static final class ListCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private ElementOptions elementOptions = new ElementOptions();

    public ListCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      try (var client = elementOptions.connect(environment)) {
        var replies = client.list();
        var printer = new ElementPrinter(environment);
        if (elementOptions.json()) {
          printer.printJson(replies);
        } else {
          printer.printList(replies);
        }
        return ElementPrinter.outcome(replies).code();
      }
    }
  }

  @Command(
      name = "show",
      description =
          "Shows one element: alarms, expected and actual configuration, drift, and recent autonomous"
              + " messages.")
  public static final class ShowCommand implements Callable<Integer> {
    private final CliEnvironment environment;
    @Mixin private ElementOptions elementOptions = new ElementOptions();

    @Parameters(
        paramLabel = "NAME",
        converter = ElementNameConverter.class,
        description = "Element name.")
    private String name = "";

    public ShowCommand(CliEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      return elementOptions.run(environment, name, this::show);
    }

    private ExitCode show(ElementApiClient client, URI service, ElementPrinter printer) {
      var reply = client.get(service, name);
      if (!reply.isSuccess() || reply.body() == null) {
        return printer.reportFailure(service, reply);
      }
      if (elementOptions.json()) {
        environment.printLine(reply.text());
      } else {
        printer.printElement(reply.body());
      }
      return ExitCode.DONE;
    }
  }

  /** Rejects an element name that is unfit for a URL path; blanks are allowed. */
  static final class ElementNameConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      try {
        var _ = PathSegment.of(text);
        return text;
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("'" + text + "' is not an element name");
      }
    }
  }
}
