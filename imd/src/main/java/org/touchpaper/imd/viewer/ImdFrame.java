package org.touchpaper.imd.viewer;

import org.jspecify.annotations.Nullable;
import org.touchpaper.imd.message.AtomVectors;
import org.touchpaper.imd.message.ImdMessage;

/**
 * One step of the simulation as it was sent; what the engine left out is null.
 *
 * @param bytes with headers
 */
public record ImdFrame(
    ImdMessage.@Nullable Time time,
    ImdMessage.@Nullable Energies energies,
    @Nullable AtomVectors box,
    @Nullable AtomVectors positions,
    @Nullable AtomVectors velocities,
    @Nullable AtomVectors forces,
    int bytes) {

  static final ImdFrame EMPTY = new ImdFrame(null, null, null, null, null, null, 0);

  /** This frame with one more part. */
  ImdFrame with(ImdMessage part, int size) {
    var total = bytes + size;
    return switch (part) {
      case ImdMessage.Time time ->
          new ImdFrame(time, energies, box, positions, velocities, forces, total);
      case ImdMessage.Energies energies ->
          new ImdFrame(time, energies, box, positions, velocities, forces, total);
      case ImdMessage.Box(var edges) ->
          new ImdFrame(time, energies, edges, positions, velocities, forces, total);
      case ImdMessage.Fcoords(var all) ->
          new ImdFrame(time, energies, box, all, velocities, forces, total);
      case ImdMessage.Velocities(var all) ->
          new ImdFrame(time, energies, box, positions, all, forces, total);
      case ImdMessage.Forces(var all) ->
          new ImdFrame(time, energies, box, positions, velocities, all, total);
      case ImdMessage.Handshake _,
          ImdMessage.SessionInfo _,
          ImdMessage.Go _,
          ImdMessage.Disconnect _,
          ImdMessage.Kill _,
          ImdMessage.Pause _,
          ImdMessage.Resume _,
          ImdMessage.Wait _,
          ImdMessage.IoError _,
          ImdMessage.Trate _,
          ImdMessage.Mdcomm _ ->
          this;
    };
  }
}
