package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.rm.backend.slurm.SlurmCluster;
import org.touchpaper.platform.FreePort;
import org.touchpaper.platform.postgres.EmbeddedCluster;

/**
 * Follows {@code docs/install.md} block by block. Each host is a directory, and all of them are
 * this machine: {@link #replacements} says what that changes in the blocks and the sample files,
 * and {@link #COMMANDS} which programs are replaced. PostgreSQL and Slurm are real, the elements
 * are emulated.
 */
@Tag("slurm")
class InstallGuideTest {

  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final String BUILD_MACHINE = "build";

  private static final List<String> HOSTS =
      List.of("acceptor-1", "acceptor-2", "acceptor-3", "lnsap", "nsap", "rm", "bar");

  private static final Pattern BLOCK =
      Pattern.compile(
          "^```(sh|sql)\\n(?:# on ([^\\n]*)\\n)?(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final String JAVA_OPTIONS =
      "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Xmx192m";

  /** Programs that need other hosts, systemd or other users. */
  private static final Map<String, String> COMMANDS =
      Map.of(
          "mvn",
          "echo \"$@\" > \"$ROOT/mvn\"", // the jars are there
          "useradd",
          "true",
          "chown",
          "true",
          "runuser",
          "shift 3; exec \"$@\"",
          "scp",
          """
          for target; do :; done
          host=${target#root@}; host=${host%%.*}; path=$ROOT/$host${target#*:}
          for file; do
            case $path in */) to=$path$(basename "$file") ;; *) to=$path ;; esac
            mkdir -p "$(dirname "$to")"
            case $file in
              "$target") ;;
              *.jar) ln -s "$(realpath "$file")" "$to" ;;
              secrets/*) cp -p "$file" "$to" ;;
              *) sed -f "$ROOT/$host.sed" "$file" > "$to" ;;
            esac
          done
          """,
          "systemctl",
          """
          [ "$1" = enable ] || exit 0
          shift 2
          cd "$ROOT/$HOST"
          for unit; do
            name=${unit#touchpaper@}
            command=$(sed -n "s/%i/$name/g; s/^ExecStart=//p" "etc/systemd/system/touchpaper@.service")
            nohup $command < /dev/null > "$name.log" 2>&1 &
            echo $! > "$name.pid"
          done
          """);

  @TempDir private Path root;
  private final Map<String, Integer> ports = new HashMap<>();
  private EmbeddedCluster postgres;
  private SlurmCluster slurm;
  private Process elements;

  private record Block(String language, List<String> hosts, String text) {}

  @BeforeEach
  void prepare() throws Exception {
    for (var jar :
        List.of("bar-service", "nsap", "lnsap", "harc-acceptor/acceptor", "harc-acceptor/rm")) {
      RunnableJarTest.of(jar);
    }
    var build = Files.createDirectories(root.resolve(BUILD_MACHINE));
    for (var folder : List.of("deploy", "bar-service", "nsap", "lnsap", "harc-acceptor")) {
      Files.createSymbolicLink(build.resolve(folder), HOME.resolve(folder));
    }
    var bin = Files.createDirectories(root.resolve("bin"));
    for (var command : COMMANDS.entrySet()) {
      var script = bin.resolve(command.getKey());
      Files.writeString(script, "#!/bin/sh\nset -e\n" + command.getValue() + "\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }
    Files.createSymbolicLink(bin.resolve("java"), java());
    postgres = EmbeddedCluster.start(root.resolve("postgres"), 0);
    elements = startElements();
    slurm = SlurmCluster.up("hpc");
    for (var host : HOSTS) {
      Files.createDirectories(root.resolve(host));
      Files.write(
          root.resolve(host + ".sed"),
          replacements(host).entrySet().stream()
              .map(entry ->
                  "s|%s|%s|g"
                      .formatted(
                          entry.getKey().replaceFirst("(\\d)$", "$1\\\\b"), entry.getValue()))
              .toList());
    }
  }

  private static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private int port(String name) {
    return ports.computeIfAbsent(name, _ -> FreePort.find());
  }

  private Process startElements() throws IOException {
    var config =
        """
        controlPort: %d
        logins: { user: touchpaper, password: change-me, enablePassword: change-me }
        elements:
          - { tid: EDGE-1, model: ios7600, port: %d }
          - { tid: CORE-1, model: coredirector, port: %d }
          - { tid: CORE-2, model: coredirector, port: %d }
        """
            .formatted(port("control"), port("edge-1"), port("core-1"), port("core-2"));
    var builder =
        new ProcessBuilder(
            java().toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "org.touchpaper.elementemulator.EmulatedNetwork",
            "--data",
            root.resolve("elements").toString(),
            "--config",
            Files.writeString(root.resolve("elements.yaml"), config).toString());
    builder.environment().put("JDK_JAVA_OPTIONS", JAVA_OPTIONS);
    builder.environment().remove("TOUCHPAPER_PORT_BASE");
    return builder
        .redirectErrorStream(true)
        .redirectOutput(root.resolve("elements.log").toFile())
        .start();
  }

  /** What is different on a host of this test: directories, addresses and ports. */
  private Map<String, String> replacements(String host) {
    var replacements = new LinkedHashMap<String, String>();
    for (var number : List.of("1", "2", "3")) {
      replace(replacements, "acceptor-" + number, "8101");
      replace(replacements, "acceptor-" + number, "8104");
    }
    replace(replacements, "lnsap", "8081");
    replace(replacements, "nsap", "8082");
    replace(replacements, "bar", "8080");
    replace(replacements, "rm", "8112");
    for (var port : List.of("8101", "8104", "8080", "8081", "8082", "8112")) {
      replacements.put("port: " + port, "port: " + port(host + port));
      replacements.put("localhost:" + port, "localhost:" + port(host + port));
    }
    replacements.put("0.0.0.0", "127.0.0.1");
    replacements.put("db.example.org", "127.0.0.1:" + postgres.port());
    for (var core : List.of("core-1", "core-2")) {
      replacements.put(core + ".example.org, port: 10201", "127.0.0.1, port: " + port(core));
    }
    replacements.put("edge-1.example.org", "127.0.0.1");
    replacements.put("port: 23", "port: " + port("edge-1"));
    replacements.put(
        "# conf: /etc/slurm/slurm.conf",
        "conf: " + slurm.settings().getFirst().replaceFirst(".*=", ""));
    replacements.put(": ada #", ": daemon #"); // an account of this machine
    if (!host.equals(BUILD_MACHINE)) {
      for (var directory : List.of("/etc/touchpaper", "/opt/touchpaper", "/var/lib/touchpaper")) {
        replacements.put(directory, root.resolve(host) + directory);
      }
      replacements.put("/usr/bin/java", "java");
    }
    return replacements;
  }

  private void replace(Map<String, String> replacements, String host, String port) {
    replacements.put(host + ".example.org:" + port, "127.0.0.1:" + port(host + port));
  }

  @AfterEach
  void stop() throws Exception {
    for (var host : HOSTS.stream().filter(name -> Files.exists(root.resolve(name))).toList()) {
      try (var files = Files.list(root.resolve(host))) {
        for (var file : files.filter(name -> name.toString().endsWith(".pid")).toList()) {
          ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
              .ifPresent(InstallGuideTest::end);
        }
      }
    }
    try (var files = Files.walk(root)) {
      for (var link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
    if (elements != null) {
      elements.destroyForcibly().waitFor();
    }
    if (slurm != null) {
      slurm.close();
    }
    if (postgres != null) {
      postgres.close();
    }
  }

  private static void end(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  @Test
  void endsWithACommittedBooking() throws Exception {
    var blocks = blocks();
    var output = "";
    for (var block : blocks) {
      if (block.language().equals("sql")) {
        runSql(block.text());
      }
      for (var host : block.hosts()) {
        output = runShell(host, block.text());
      }
    }
    assertThat(blocks).hasSizeGreaterThan(10);
    assertThat(Files.readString(root.resolve("mvn"))).contains("package", "bar-service", "-am");
    assertThat(output).contains("\"state\":\"COMMITTED\"", "\"resource\":\"hpc\"");
    assertThat(slurm.runAsAdmin("scontrol", "show", "reservation"))
        .contains("ReservationName=rm-hpc", "NodeCnt=2");
    assertThat(elementsOf("olga")).contains("\"CORE-1\"", "\"state\":\"CONNECTED\"");
  }

  private static List<Block> blocks() throws IOException {
    var guide = Files.readString(HOME.resolve("docs/install.md"));
    return BLOCK
        .matcher(guide)
        .results()
        .map(match -> new Block(match.group(1), hosts(match.group(2)), match.group(3)))
        .toList();
  }

  private static List<String> hosts(String list) {
    return list == null
        ? List.of()
        : Stream.of(list.split(", | and ", -1))
            .map(name -> name.equals("the build machine") ? BUILD_MACHINE : name)
            .toList();
  }

  private void runSql(String text) throws SQLException {
    try (var connection = postgres.connect("postgres");
        var statement = connection.createStatement()) {
      for (var line : text.strip().split(";\n|;$", -1)) {
        if (!line.isBlank()) {
          statement.execute(line);
        }
      }
    }
  }

  private String runShell(String host, String block) throws Exception {
    var text = block;
    for (var replacement : replacements(host).entrySet()) {
      text = text.replace(replacement.getKey(), replacement.getValue());
    }
    var script = Files.writeString(root.resolve("block.sh"), "set -e\n" + text);
    var builder =
        new ProcessBuilder("sh", script.toString())
            .directory(root.resolve(host).toFile())
            .redirectErrorStream(true)
            .redirectOutput(root.resolve("block.out").toFile());
    var environment = builder.environment();
    environment.merge("PATH", root.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
    environment.put("ROOT", root.toString());
    environment.put("HOST", host);
    environment.put("JDK_JAVA_OPTIONS", JAVA_OPTIONS);
    var process = builder.start();
    var hasEnded = process.waitFor(10, TimeUnit.MINUTES);
    process.destroyForcibly();
    var output = Files.readString(root.resolve("block.out"));
    assertThat(hasEnded && process.exitValue() == 0)
        .as("%s on %s%n%s%n%s", text, host, output, logs())
        .isTrue();
    return output;
  }

  /** The ends of all logs, to explain a failure. */
  private String logs() throws IOException {
    var logs = new ArrayList<String>();
    try (var files = Files.walk(root, 2)) {
      for (var file : files.filter(name -> name.toString().endsWith(".log")).sorted().toList()) {
        var lines = Files.readAllLines(file);
        logs.add("---- " + root.relativize(file));
        logs.addAll(lines.subList(Math.max(0, lines.size() - 30), lines.size()));
      }
    }
    return logs.stream().collect(Collectors.joining("\n"));
  }

  /** The NSAP's elements, as an operator sees them. */
  private String elementsOf(String operator) throws Exception {
    var password =
        Files.readString(root.resolve("nsap/etc/touchpaper/secrets/" + operator)).strip();
    var credentials =
        Base64.getEncoder()
            .encodeToString((operator + ":" + password).getBytes(StandardCharsets.UTF_8));
    var request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port("nsap8082") + "/api/v1/elements"))
            .header("Authorization", "Basic " + credentials)
            .build();
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.ofString()).body();
    }
  }
}
