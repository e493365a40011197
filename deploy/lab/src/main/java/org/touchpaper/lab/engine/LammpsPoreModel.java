package org.touchpaper.lab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * A coarse picture of what SPICE steered: a chain of beads (the DNA) before a hole in a frozen
 * membrane, in solvent. Units are Lennard-Jones's. Written as LAMMPS reads it.
 *
 * @param solvent how many solvent beads
 * @param edge of the cubic box
 */
public record LammpsPoreModel(int solvent, double edge) {

  /** 11 332 atoms, 136 024 bytes a frame. */
  public static final LammpsPoreModel STANDARD = new LammpsPoreModel(10_500, 28);

  private static final int CHAIN = 60;
  private static final double PORE_RADIUS = 1.6;
  private static final double CELL = 1.1;
  private static final double MIN_DISTANCE_SQUARED = 0.8;

  private record Bead(int type, double x, double y, double z) {}

  private record Cell(int x, int y, int z) {}

  /**
   * Writes {@code pore.data} and {@code in.pore}.
   *
   * @return how many atoms there are
   */
  public int write(Path directory) throws IOException {
    Files.createDirectories(directory);
    var beads = beads();
    Files.writeString(directory.resolve("pore.data"), data(beads));
    try (var script = LammpsPoreModel.class.getResourceAsStream("in.pore")) {
      if (script == null) {
        throw new IllegalStateException("in.pore is not on the class path");
      }
      Files.write(directory.resolve("in.pore"), script.readAllBytes());
    }
    return beads.size();
  }

  private List<Bead> beads() {
    var beads = new ArrayList<Bead>();
    for (var i = 0; i < CHAIN; i++) {
      beads.add(chainBead(i));
    }
    addMembrane(beads);
    addSolvent(beads);
    return beads;
  }

  /** A short stem above the pore, then a helix. */
  private static Bead chainBead(int i) {
    var angle = i * 0.4;
    var radius = i < 4 ? 0 : Math.min(2.3, 0.6 * (i - 3));
    var z = 1.5 + (i < 4 ? i * 0.97 : 3 * 0.97 + (i - 3) * 0.35);
    return new Bead(1, radius * Math.cos(angle), radius * Math.sin(angle), z);
  }

  private void addMembrane(List<Bead> beads) {
    var count = (int) edge;
    for (var i = 0; i < count; i++) {
      for (var j = 0; j < count; j++) {
        var x = at(i, count);
        var y = at(j, count);
        if (Math.hypot(x, y) > PORE_RADIUS) {
          beads.add(new Bead(2, x, y, 0));
        }
      }
    }
  }

  private double at(int i, int count) {
    return (i + 0.5) * edge / count - edge / 2;
  }

  private void addSolvent(List<Bead> beads) {
    var occupied = new HashMap<Cell, List<Bead>>();
    beads.forEach(bead -> occupied.computeIfAbsent(cell(bead), _ -> new ArrayList<>()).add(bead));
    var count = (int) (edge / 0.95);
    var places = new ArrayList<Bead>();
    for (var i = 0; i < count; i++) {
      for (var j = 0; j < count; j++) {
        for (var k = 0; k < count; k++) {
          places.add(new Bead(3, at(i, count), at(j, count), at(k, count)));
        }
      }
    }
    Collections.shuffle(places, new Random(7)); // the same system in every run
    places.stream().filter(place -> isFree(place, occupied)).limit(solvent).forEach(beads::add);
  }

  private static Cell cell(Bead bead) {
    return new Cell(
        (int) Math.floor(bead.x / CELL),
        (int) Math.floor(bead.y / CELL),
        (int) Math.floor(bead.z / CELL));
  }

  private static boolean isFree(Bead place, Map<Cell, List<Bead>> occupied) {
    var cell = cell(place);
    for (var x = cell.x - 1; x <= cell.x + 1; x++) {
      for (var y = cell.y - 1; y <= cell.y + 1; y++) {
        for (var z = cell.z - 1; z <= cell.z + 1; z++) {
          if (occupied.getOrDefault(new Cell(x, y, z), List.of()).stream()
              .anyMatch(bead -> isClose(bead, place))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static boolean isClose(Bead a, Bead b) {
    var x = a.x - b.x;
    var y = a.y - b.y;
    var z = a.z - b.z;
    return x * x + y * y + z * z < MIN_DISTANCE_SQUARED;
  }

  private String data(List<Bead> beads) {
    var text = new StringBuilder("pore\n\n");
    text.append(beads.size())
        .append(" atoms\n")
        .append(CHAIN - 1)
        .append(" bonds\n3 atom types\n1 bond types\n");
    for (var axis : List.of("x", "y", "z")) {
      text.append(
          String.format(Locale.ROOT, "%.1f %.1f %slo %shi%n", -edge / 2, edge / 2, axis, axis));
    }
    text.append("\nMasses\n\n1 1\n2 1\n3 1\n\nAtoms # bond\n\n");
    for (var i = 0; i < beads.size(); i++) {
      var bead = beads.get(i);
      text.append(
          String.format(
              Locale.ROOT,
              "%d %d %d %.4f %.4f %.4f%n",
              i + 1,
              bead.type,
              bead.type,
              bead.x,
              bead.y,
              bead.z));
    }
    text.append("\nBonds\n\n");
    for (var i = 1; i < CHAIN; i++) {
      text.append(i).append(" 1 ").append(i).append(' ').append(i + 1).append('\n');
    }
    return text.toString();
  }
}
