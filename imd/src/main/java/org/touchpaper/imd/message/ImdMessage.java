package org.touchpaper.imd.message;

import java.nio.ByteOrder;
import java.util.List;

/**
 * A message of IMD, named as in the protocol (VMD's imd.h; IMD v3 specification of Becksteinlab,
 * 2025). The engine listens and speaks first: {@link Handshake}, in version 3 then {@link
 * SessionInfo}. The viewer answers {@link Go} within a second, and receives frames until it sends
 * {@link Disconnect}.
 */
public sealed interface ImdMessage {

  MessageType type();

  /**
   * The engine's first message.
   *
   * @param version 2 or 3
   * @param order the byte order of the engine's processor, in which all bodies are
   */
  record Handshake(int version, ByteOrder order) implements ImdMessage {
    public Handshake {
      if (version != 2 && version != 3) {
        throw new ImdProtocolException(
            "IMD version " + version + " is unknown; 2 and 3 are spoken here");
      }
    }

    @Override
    public MessageType type() {
      return MessageType.HANDSHAKE;
    }
  }

  /** What each frame of a session of version 3 holds. */
  record SessionInfo(
      boolean time,
      boolean energies,
      boolean box,
      boolean coordinates,
      boolean unwrapped,
      boolean velocities,
      boolean forces)
      implements ImdMessage {

    /** In version 2 a frame is a set of coordinates; some engines send energies before it. */
    public static final SessionInfo VERSION_2 =
        new SessionInfo(false, true, false, true, false, false, false);

    @Override
    public MessageType type() {
      return MessageType.SESSIONINFO;
    }

    /** The part that completes a frame: parts come in the order of the components above. */
    public MessageType lastPart() {
      if (forces) {
        return MessageType.FORCES;
      } else if (velocities) {
        return MessageType.VELOCITIES;
      } else if (coordinates) {
        return MessageType.FCOORDS;
      } else if (box) {
        return MessageType.BOX;
      } else if (energies) {
        return MessageType.ENERGIES;
      }
      return MessageType.TIME;
    }
  }

  /** Starts the frames. */
  record Go() implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.GO;
    }
  }

  /** Ends the session; the engine goes on or waits for the next viewer, as it was told to. */
  record Disconnect() implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.DISCONNECT;
    }
  }

  /** Ends the simulation. */
  record Kill() implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.KILL;
    }
  }

  /** Halts the simulation. In version 2 a second one resumes it. */
  record Pause() implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.PAUSE;
    }
  }

  /** Resumes a paused simulation; version 3 only. */
  record Resume() implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.RESUME;
    }
  }

  /** Whether the engine waits when no viewer is connected; version 3 only. */
  record Wait(boolean waits) implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.WAIT;
    }
  }

  /** The peer cannot go on. */
  record IoError() implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.IOERROR;
    }
  }

  /** Asks for a frame every so many steps. */
  record Trate(int steps) implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.TRATE;
    }
  }

  /**
   * Steers: a force on each of some atoms, in the engine's unit of force. It holds until the next
   * such message, or until the session ends.
   *
   * @param atoms indexes from 0
   */
  record Mdcomm(List<Integer> atoms, AtomVectors forces) implements ImdMessage {
    public Mdcomm {
      atoms = List.copyOf(atoms);
      if (atoms.size() != forces.count()) {
        throw new IllegalArgumentException(
            atoms.size() + " atoms and " + forces.count() + " forces do not match");
      }
    }

    public static Mdcomm of(int atom, float x, float y, float z) {
      return new Mdcomm(List.of(atom), AtomVectors.of(x, y, z));
    }

    /** No force on the same atoms. */
    public Mdcomm withoutForce() {
      return new Mdcomm(atoms, AtomVectors.of(new float[3 * atoms.size()]));
    }

    @Override
    public MessageType type() {
      return MessageType.MDCOMM;
    }
  }

  /** Energies of a step in the engine's units, and its temperature. */
  record Energies(
      int step,
      float temperature,
      float total,
      float potential,
      float vanDerWaals,
      float coulomb,
      float bond,
      float angle,
      float dihedral,
      float improper)
      implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.ENERGIES;
    }
  }

  /** When a frame is, in the engine's unit of time (ps from most engines). */
  record Time(double timeStep, double time, long step) implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.TIME;
    }
  }

  /** The three edges of the simulated box. */
  record Box(AtomVectors edges) implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.BOX;
    }
  }

  /** The positions of all atoms. */
  record Fcoords(AtomVectors positions) implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.FCOORDS;
    }
  }

  /** The velocities of all atoms. */
  record Velocities(AtomVectors velocities) implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.VELOCITIES;
    }
  }

  /** The forces on all atoms. */
  record Forces(AtomVectors forces) implements ImdMessage {
    @Override
    public MessageType type() {
      return MessageType.FORCES;
    }
  }
}
