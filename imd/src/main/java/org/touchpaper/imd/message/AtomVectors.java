package org.touchpaper.imd.message;

import java.nio.FloatBuffer;

/**
 * One vector of three numbers for each atom: positions in the engine's unit of length (Å from most
 * engines), velocities or forces. A view of the received bytes; nothing is copied.
 *
 * @param values x, y and z of atom 0, then of atom 1, and so on
 */
public record AtomVectors(FloatBuffer values) {

  public AtomVectors {
    if (values.remaining() % 3 != 0) {
      throw new IllegalArgumentException(values.remaining() + " numbers are no vectors of three");
    }
    values = values.slice().asReadOnlyBuffer();
  }

  public static AtomVectors of(float... values) {
    return new AtomVectors(FloatBuffer.wrap(values.clone()));
  }

  /** How many atoms there are. */
  public int count() {
    return values.remaining() / 3;
  }

  public float x(int atom) {
    return values.get(3 * atom);
  }

  public float y(int atom) {
    return values.get(3 * atom + 1);
  }

  public float z(int atom) {
    return values.get(3 * atom + 2);
  }
}
