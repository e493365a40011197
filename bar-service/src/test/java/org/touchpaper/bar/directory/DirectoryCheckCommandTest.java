package org.touchpaper.bar.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryCheckCommandTest {

  private static final Path SAMPLE = Path.of("../deploy/samples/uklight/directory.yaml");

  @TempDir static Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    out.reset();
    err.reset();
    return DirectoryCheckCommand.run(
        List.of(arguments), new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  @Test
  void aValidFileIsCounted() {
    for (var time = 1; time <= 2; time++) {
      assertThat(run("check", SAMPLE.toString())).isZero();
      assertThat(out.toString(UTF_8)).contains("is valid: 4 campuses, 4 hosts, 1 clusters, ");
      assertThat(run("check", SAMPLE.toString(), "--campus", "ucl")).isZero();
    }
  }

  @Test
  void theMistakesOfAnotherFileAreThoseThatABrokerReports() throws IOException {
    var file = folder.resolve("directory.yaml");
    var text = Files.readString(SAMPLE);
    Files.writeString(file, text.replace("campus: lancaster", "campus: leeds"));
    assertThat(run("check", file.toString())).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains("host archive.lancaster names an unknown campus: leeds; the file has ucl");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void anAgentIsAnHttpAddressAndProductionAnIpAddress() throws IOException {
    var file = folder.resolve("agents.yaml");
    var text = Files.readString(SAMPLE);
    var host = "    - name: vis.ucl\n";
    var valid = "      pathAgent: http://10.1.0.5:8620\n      production: 192.0.2.10\n";
    Files.writeString(file, text.replace(host, host + valid));
    assertThat(run("check", file.toString())).as(err.toString(UTF_8)).isZero();
    var invalid = "      pathAgent: 10.1.0.5\n      production: vis.ucl.example\n";
    Files.writeString(file, text.replace(host, host + invalid));
    assertThat(run("check", file.toString())).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains("the pathAgent of host vis.ucl is no http or https address: 10.1.0.5")
        .contains("the production address of host vis.ucl is no IP address: vis.ucl.example");
  }

  @Test
  void thePeersOfTheDirectoryMustBeInThePeersFile() throws IOException {
    var secret = Files.writeString(folder.resolve("secret"), "s");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    var peers = folder.resolve("peers.yaml");
    var entry = "  %s: { url: 'http://a.example:8090', roles: %s, secret-file: %s }\n";
    var newton = entry.formatted("rm-newton", "[rm]", secret);
    Files.writeString(
        peers, "peers:\n" + entry.formatted("bar-ucl", "[segment, holder]", secret) + newton);
    String[] check = {"check", SAMPLE.toString(), "--campus", "manchester", "--peers", "" + peers};
    assertThat(run(check)).as(err.toString(UTF_8)).isZero();
    Files.writeString(peers, "peers:\n" + newton);
    assertThat(run(check)).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains(
            "the directory " + SAMPLE + " names what is not in " + peers + ": ",
            "the BAR of ucl is bar-ucl, which is no peer with a url and the roles [segment, holder]")
        .doesNotContain("newton");
    Files.delete(secret);
    assertThat(run(check)).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("peer rm-newton has no secret: cannot read");
    assertThat(run("check", SAMPLE.toString(), "--peers")).isEqualTo(2);
  }

  @Test
  void theBrokersCampusMustBeInTheFile() {
    assertThat(run("check", SAMPLE.toString(), "--campus", "leeds")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("names an unknown campus: leeds");
  }

  @Test
  void aMissingFileIsReported() {
    assertThat(run("check", folder.resolve("none.yaml").toString())).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("none.yaml");
  }

  @Test
  void wrongArgumentsAreAnsweredWithTheUsage() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("look")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).startsWith("usage: directory check [FILE]");
    assertThat(run("--help")).isZero();
  }
}
