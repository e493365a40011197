package org.touchpaper.lab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the second engine, GROMACS, computes: a box of water (SPC/E with PME) of 12 165 atoms. It
 * speaks IMD version 2: 146 036 bytes a frame, with the energies.
 *
 * @param program the command gmx
 * @param input a run that is ready to start
 */
public record GromacsWaterModel(Path program, Path input) {

  /** Of GROMACS: no copies of the files of earlier runs. */
  public static final Map<String, String> ENVIRONMENT = Map.of("GMX_MAXBACKUP", "-1");

  private static final int MOLECULES = 4055;
  private static final String EDGE_NM = "5";

  private static final String TOPOLOGY =
      """
      #include "oplsaa.ff/forcefield.itp"
      #include "oplsaa.ff/spce.itp"
      [ system ]
      water
      [ molecules ]
      SOL %d
      """
          .formatted(MOLECULES);

  private static final String FORCES =
      """
      cutoff-scheme = Verlet
      coulombtype = PME
      rcoulomb = 0.9
      rvdw = 0.9
      """;

  /** The box of the library is too hot: its molecules overlap where copies of it meet. */
  private static final String MINIMISATION =
      FORCES
          + """
          integrator = steep
          nsteps = 60
          emtol = 500
          """;

  private static final String DYNAMICS =
      FORCES
          + """
          integrator = md
          dt = 0.002
          nsteps = 100000000
          nstcalcenergy = 100
          nstxout = 0
          nstvout = 0
          nstlog = 0
          nstenergy = 0
          tcoupl = v-rescale
          tc-grps = System
          tau-t = 0.5
          ref-t = 300
          gen-vel = yes
          gen-temp = 300
          IMD-group = System
          """;

  /** The command gmx in one of these directories. */
  public static Optional<Path> findProgram(List<String> directories) {
    return directories.stream()
        .map(directory -> Path.of(directory, "gmx"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Prepares a run in a directory, within some seconds. */
  public static GromacsWaterModel prepare(Path program, Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("topol.top"), TOPOLOGY);
    Files.writeString(directory.resolve("em.mdp"), MINIMISATION);
    Files.writeString(directory.resolve("md.mdp"), DYNAMICS);
    var model = new GromacsWaterModel(program, directory.resolve("run.tpr"));
    model.run(
        directory, "solvate -cs spc216.gro -box %1$s %1$s %1$s -o box.gro".formatted(EDGE_NM));
    model.run(directory, "grompp -f em.mdp -c box.gro -p topol.top -o em.tpr -maxwarn 3");
    model.run(directory, "mdrun -s em.tpr -deffnm em -nt 1 -pin off");
    model.run(directory, "grompp -f md.mdp -c em.gro -p topol.top -o run.tpr -maxwarn 3");
    return model;
  }

  private void run(Path directory, String arguments) throws IOException {
    var log = directory.resolve("prepare.log");
    var command = new ArrayList<>(List.of(program.toString(), "-quiet"));
    command.addAll(List.of(arguments.split(" ")));
    var builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(ENVIRONMENT);
    var process = builder.start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("'gmx " + arguments + "' failed; see " + log);
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * The arguments by which gmx waits at a port for its viewer, and computes on one core: with more,
   * a busy machine holds up all of them.
   */
  public static List<String> arguments(Path input, String port) {
    return List.of(
        "mdrun",
        "-s",
        input.toString(),
        "-deffnm",
        "water",
        "-imdwait",
        "-imdterm",
        "-imdpull",
        "-imdport",
        port,
        "-nt",
        "1",
        "-pin",
        "off");
  }
}
