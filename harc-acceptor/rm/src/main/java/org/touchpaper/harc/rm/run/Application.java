package org.touchpaper.harc.rm.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.RunRequest;

/**
 * An application that an expert of the site has registered (AHE, PoS(ESLEA)017: the unit is the
 * application, not the job).
 *
 * @param name its name
 * @param description one sentence for people
 * @param executable its absolute path on the nodes
 * @param launcher what starts it on several nodes, such as {@code srun}, with the launcher's
 *     arguments; empty if the executable is started once, on the first node
 * @param arguments the fixed arguments, before those of the parameters
 * @param environment {@code NAME=value} for each variable
 * @param allowedEnvironment the names of the variables that a request may set
 * @param parameters what a request may set
 * @param port the port of its endpoint; null if it has none
 * @param relay what listens there in its place; null if it listens itself
 * @param directory the directory on shared storage in which each run gets its own
 * @param stop how it is stopped
 * @param processesPerNode the processes on each node, unless a request says otherwise
 * @param coresPerProcess the cores of each process, unless a request says otherwise
 */
record Application(
    String name,
    @DefaultValue("") String description,
    String executable,
    @DefaultValue List<String> launcher,
    @DefaultValue List<String> arguments,
    @DefaultValue List<String> environment,
    @DefaultValue Set<String> allowedEnvironment,
    @DefaultValue List<Parameter> parameters,
    @Nullable PortRange port,
    @Nullable ViewerRelaySettings relay,
    @Nullable String directory,
    @DefaultValue StopRule stop,
    @DefaultValue("1") int processesPerNode,
    @DefaultValue("1") int coresPerProcess) {

  /** Directories and executables that need no quotes in any shell. */
  private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9_./+-]+");

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  static final Pattern PLACEHOLDER = Pattern.compile("\\{[A-Za-z]*}");
  private static final String CORES = "{cores}";
  private static final Set<String> PLACEHOLDERS =
      Set.of(
          ViewerRelaySettings.PORT,
          ViewerRelaySettings.ENGINE_PORT,
          JobArgumentTemplate.NODES,
          JobArgumentTemplate.PROCESSES,
          CORES);

  /** The argument in which the value of a parameter stands. */
  private static final String VALUE = "{value}";

  /**
   * A parameter of an application.
   *
   * @param pattern the regular expression that a value matches in whole, in the syntax of RE2
   * @param defaultValue null if a request must set it
   * @param arguments how it becomes arguments: {@code {value}} is replaced by its value
   */
  record Parameter(
      String name,
      String pattern,
      @Name("default") @Nullable String defaultValue,
      @DefaultValue("") String description,
      @DefaultValue(VALUE) List<String> arguments) {}

  /**
   * The ports of an application, one for each run.
   *
   * @param protocol what it speaks there, such as {@code imd}
   */
  record PortRange(@DefaultValue("imd") String protocol, int first, int last) {

    boolean isValid() {
      return first >= 1024 && first <= last && last <= 65535;
    }

    boolean overlaps(PortRange other) {
      return first <= other.last && other.first <= last;
    }

    /** As many ports from that one on. */
    PortRange movedTo(int start) {
      return new PortRange(protocol, start, start + last - first);
    }

    @Override
    public String toString() {
      return first + " to " + last;
    }
  }

  /**
   * How an application is stopped.
   *
   * @param signal the signal's name
   * @param grace how long after it the job is ended
   */
  record StopRule(@DefaultValue("TERM") String signal, @DefaultValue("30s") Duration grace) {}

  /** The application that stands for any executable, for the roles that may run one. */
  static Application freeExecutable(String directory) {
    return new Application(
        ApplicationRegistry.FREE_EXECUTABLE,
        "any executable: its absolute path is the first argument",
        "/",
        List.of(),
        List.of(),
        List.of(),
        Set.of(),
        List.of(),
        null,
        null,
        directory,
        new StopRule("TERM", Duration.ofSeconds(30)),
        1,
        1);
  }

  private boolean isFree() {
    return name.equals(ApplicationRegistry.FREE_EXECUTABLE);
  }

  RegisteredApplication summary() {
    return new RegisteredApplication(
        name,
        description,
        port == null ? null : port.protocol(),
        parameters.stream()
            .map(parameter ->
                new RegisteredApplication.Parameter(
                    parameter.name(),
                    parameter.pattern(),
                    parameter.defaultValue(),
                    parameter.description()))
            .toList(),
        isFree());
  }

  /** What is wrong with its entry; empty if nothing is. */
  @SuppressWarnings("ConstantValue") // the binder passes null for what is missing
  List<String> mistakes() {
    var found = new ArrayList<String>();
    if (name == null || !name.matches("[A-Za-z0-9._-]{1,64}") || isFree()) {
      found.add(
          "an application needs a name of letters, digits, dots and hyphens, other than executable");
      return found;
    }
    require(
        found,
        executable != null && PATH.matcher(executable).matches(),
        "executable must be an absolute path");
    require(
        found,
        directory != null && PATH.matcher(directory).matches(),
        "directory must be an absolute path");
    require(
        found,
        environment.stream()
            .allMatch(
                entry -> VARIABLE.matcher(entry.split("=", 2)[0]).matches() && entry.contains("=")),
        "environment must consist of NAME=value");
    require(
        found,
        allowedEnvironment.stream().allMatch(VARIABLE.asMatchPredicate()),
        "allowedEnvironment must consist of names");
    require(found, port == null || port.isValid(), "the ports must be between 1024 and 65535");
    relayMistake().ifPresent(mistake -> found.add(name + ": " + mistake));
    require(found, stop.signal().matches("[A-Z]+[0-9]?"), "the signal must be a name such as TERM");
    require(
        found,
        !stop.grace().isNegative() && stop.grace().toHours() < 1,
        "grace must be less than an hour");
    require(
        found,
        processesPerNode > 0 && coresPerProcess > 0,
        "processesPerNode and coresPerProcess must be positive");
    Stream.concat(
            placeholdersOfTheApplication(), relay == null ? Stream.of() : relay.placeholders())
        .filter(placeholder -> !PLACEHOLDERS.contains(placeholder))
        .forEach(placeholder -> found.add(name + ": unknown placeholder " + placeholder));
    parameters.forEach(parameter -> found.addAll(mistakes(parameter)));
    return found;
  }

  private Stream<String> placeholdersOfTheApplication() {
    return Stream.of(launcher, arguments, environment).flatMap(ViewerRelaySettings::placeholders);
  }

  /** What is wrong with how viewers reach it through its relay, or without one. */
  private Optional<String> relayMistake() {
    var placeholders = placeholdersOfTheApplication().toList();
    if (relay != null) {
      return relay.mistake(placeholders, port);
    }
    return placeholders.contains(ViewerRelaySettings.ENGINE_PORT)
        ? Optional.of("{enginePort} is for an application with a relay; without one it is {port}")
        : Optional.empty();
  }

  /** What is wrong with its relay's ports beside those of another application. */
  Optional<String> conflict(Application other) {
    return port == null || relay == null || other.port() == null
        ? Optional.empty()
        : relay
            .conflict(port, other.relay(), other.port())
            .map(taken ->
                "%s: %s, but %s has %s: choose another first port"
                    .formatted(name, relay.describePorts(port), other.name(), taken));
  }

  private void require(List<String> found, boolean isRight, String mistake) {
    if (!isRight) {
      found.add(name + ": " + mistake);
    }
  }

  @SuppressWarnings("ConstantValue") // the binder passes null for what is missing
  private List<String> mistakes(Parameter parameter) {
    if (parameter.name() == null || parameter.pattern() == null) {
      return List.of(name + ": a parameter needs a name and a pattern");
    }
    try {
      var fits = parameter.defaultValue() == null || isMatch(parameter, parameter.defaultValue());
      return fits
          ? List.of()
          : List.of(name + ": the default of " + parameter.name() + " does not match its pattern");
    } catch (com.google.re2j.PatternSyntaxException e) {
      return List.of(name + ": the pattern of " + parameter.name() + " is no regular expression");
    }
  }

  /** In a time that grows with the value only, because bookings of the machine wait meanwhile. */
  private static boolean isMatch(Parameter parameter, String value) {
    return com.google.re2j.Pattern.matches(parameter.pattern(), value);
  }

  /** Why it cannot be launched so; empty if it can. */
  Optional<String> refusal(RunRequest.Launch launch, int coresPerNode) {
    return isFree()
        ? freeRefusal(launch)
        : argumentRefusal(launch).or(() -> resourceRefusal(launch, coresPerNode));
  }

  private static Optional<String> freeRefusal(RunRequest.Launch launch) {
    if (launch.arguments().isEmpty() || !PATH.matcher(launch.arguments().getFirst()).matches()) {
      return Optional.of("the first argument must be the absolute path of the executable");
    }
    return launch.environment().isEmpty()
        ? Optional.empty()
        : Optional.of("environment variables cannot be set for a free executable");
  }

  private Optional<String> argumentRefusal(RunRequest.Launch launch) {
    var given = new HashMap<String, String>();
    for (var argument : launch.arguments()) {
      var parts = argument.split("=", 2);
      var parameter = parameters.stream().filter(each -> each.name().equals(parts[0])).findFirst();
      if (parameter.isEmpty() || parts.length == 1) {
        return Optional.of(
            "%s is not name=value of a parameter of %s; it has: %s"
                .formatted(
                    argument,
                    name,
                    String.join(", ", parameters.stream().map(Parameter::name).toList())));
      }
      if (!isMatch(parameter.get(), parts[1])) {
        return Optional.of("%s must match %s".formatted(parts[0], parameter.get().pattern()));
      }
      if (given.put(parts[0], parts[1]) != null) {
        return Optional.of(parts[0] + " is given twice");
      }
    }
    return parameters.stream()
        .filter(
            parameter -> parameter.defaultValue() == null && !given.containsKey(parameter.name()))
        .findFirst()
        .map(parameter ->
            "%s is missing; it must match %s".formatted(parameter.name(), parameter.pattern()))
        .or(() ->
            launch.environment().keySet().stream()
                .filter(variable -> !allowedEnvironment.contains(variable))
                .findFirst()
                .map(variable -> "%s does not allow the variable %s".formatted(name, variable)));
  }

  private Optional<String> resourceRefusal(RunRequest.Launch launch, int coresPerNode) {
    var processes = orElse(launch.processesPerNode(), processesPerNode);
    var cores = orElse(launch.coresPerProcess(), coresPerProcess);
    return (long) processes * cores > coresPerNode
        ? Optional.of(
            "%d processes of %d cores need more than the %d cores of a node"
                .formatted(processes, cores, coresPerNode))
        : Optional.empty();
  }

  /** The job of a request that is not refused. */
  JobSpecification specify(RunRequest.Launch launch, int nodes, @Nullable Integer assignedPort) {
    var processes = orElse(launch.processesPerNode(), processesPerNode);
    var cores = orElse(launch.coresPerProcess(), coresPerProcess);
    var values =
        Map.of(
            ViewerRelaySettings.PORT,
            assignedPort == null ? "" : assignedPort.toString(),
            ViewerRelaySettings.ENGINE_PORT,
            enginePort(assignedPort),
            CORES,
            Integer.toString(cores));
    var variables = new TreeMap<String, JobArgumentTemplate>();
    environment.forEach(entry -> {
      var parts = entry.split("=", 2);
      variables.put(parts[0], expand(parts[1], values));
    });
    launch
        .environment()
        .forEach((name, value) -> variables.put(name, new JobArgumentTemplate(value, false)));
    return new JobSpecification(
        launch,
        command(launch, values),
        relay == null
            ? List.of()
            : relay.command().stream().map(word -> expand(word, values)).toList(),
        variables,
        String.valueOf(directory),
        assignedPort,
        port == null ? null : port.protocol(),
        stop.signal(),
        (int) stop.grace().toSeconds(),
        nodes,
        processes,
        cores);
  }

  private String enginePort(@Nullable Integer assignedPort) {
    return port == null || relay == null || assignedPort == null
        ? ""
        : Integer.toString(relay.enginePort(assignedPort, port));
  }

  private List<JobArgumentTemplate> command(RunRequest.Launch launch, Map<String, String> values) {
    if (isFree()) {
      return launch.arguments().stream().map(word -> new JobArgumentTemplate(word, false)).toList();
    }
    var command = new ArrayList<JobArgumentTemplate>();
    launcher.forEach(word -> command.add(expand(word, values)));
    command.add(new JobArgumentTemplate(executable, false));
    arguments.forEach(word -> command.add(expand(word, values)));
    for (var parameter : parameters) {
      var value =
          launch.arguments().stream()
              .filter(argument -> argument.startsWith(parameter.name() + "="))
              .map(argument -> argument.substring(parameter.name().length() + 1))
              .findFirst()
              .orElse(String.valueOf(parameter.defaultValue()));
      parameter
          .arguments()
          .forEach(word -> command.add(new JobArgumentTemplate(word.replace(VALUE, value), false)));
    }
    return command;
  }

  /** Replaces what is known now; the size of the booking may still change. */
  private static JobArgumentTemplate expand(String text, Map<String, String> values) {
    return new JobArgumentTemplate(
        PLACEHOLDER
            .matcher(text)
            .replaceAll(match ->
                Matcher.quoteReplacement(values.getOrDefault(match.group(), match.group()))),
        true);
  }

  private static int orElse(@Nullable Integer requested, int otherwise) {
    return requested == null ? otherwise : requested;
  }
}
