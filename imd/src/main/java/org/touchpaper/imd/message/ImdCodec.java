package org.touchpaper.imd.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;

/**
 * IMD messages as bytes. Headers are big-endian; bodies, and the version in a handshake, are in the
 * byte order of the engine's processor, which the handshake reveals.
 */
public final class ImdCodec {

  /** The bytes of a session's description in version 3. */
  private static final int SESSION_INFO_BYTES = 7;

  private ImdCodec() {}

  /**
   * The bytes of a message.
   *
   * @param order of the body; for a handshake the order that it is to announce
   * @return header and body
   */
  public static byte[] encode(ImdMessage message, ByteOrder order) {
    var length = length(message);
    var header = new ImdHeader(message.type(), length);
    var bytes = ByteBuffer.allocate(ImdHeader.BYTES + header.bodyBytes());
    header.encode(bytes.array(), 0);
    bytes.position(ImdHeader.BYTES).order(order);
    switch (message) {
      case ImdMessage.SessionInfo info -> put(info, bytes);
      case ImdMessage.Energies energies -> put(energies, bytes);
      case ImdMessage.Time(var timeStep, var time, var step) ->
          bytes.putDouble(timeStep).putDouble(time).putLong(step);
      case ImdMessage.Box(var edges) -> put(edges, bytes);
      case ImdMessage.Fcoords(var positions) -> put(positions, bytes);
      case ImdMessage.Velocities(var velocities) -> put(velocities, bytes);
      case ImdMessage.Forces(var forces) -> put(forces, bytes);
      case ImdMessage.Mdcomm(var atoms, var forces) -> {
        atoms.forEach(bytes::putInt);
        put(forces, bytes);
      }
      case ImdMessage.Handshake _,
          ImdMessage.Go _,
          ImdMessage.Disconnect _,
          ImdMessage.Kill _,
          ImdMessage.Pause _,
          ImdMessage.Resume _,
          ImdMessage.Wait _,
          ImdMessage.IoError _,
          ImdMessage.Trate _ -> {}
    }
    return bytes.array();
  }

  private static int length(ImdMessage message) {
    return switch (message) {
      case ImdMessage.Handshake(var version, var order) ->
          order == ByteOrder.BIG_ENDIAN ? version : Integer.reverseBytes(version);
      case ImdMessage.SessionInfo _ -> SESSION_INFO_BYTES;
      case ImdMessage.Energies _, ImdMessage.Time _, ImdMessage.Box _ -> 1;
      case ImdMessage.Fcoords(var positions) -> positions.count();
      case ImdMessage.Velocities(var velocities) -> velocities.count();
      case ImdMessage.Forces(var forces) -> forces.count();
      case ImdMessage.Mdcomm(var atoms, _) -> atoms.size();
      case ImdMessage.Trate(var steps) -> steps;
      case ImdMessage.Wait(var waits) -> waits ? 1 : 0;
      case ImdMessage.Go _,
          ImdMessage.Disconnect _,
          ImdMessage.Kill _,
          ImdMessage.Pause _,
          ImdMessage.Resume _,
          ImdMessage.IoError _ ->
          0;
    };
  }

  private static void put(ImdMessage.SessionInfo info, ByteBuffer bytes) {
    for (var flag :
        new boolean[] {
          info.time(),
          info.energies(),
          info.box(),
          info.coordinates(),
          info.unwrapped(),
          info.velocities(),
          info.forces()
        }) {
      bytes.put((byte) (flag ? 1 : 0));
    }
  }

  private static void put(ImdMessage.Energies energies, ByteBuffer bytes) {
    bytes
        .putInt(energies.step())
        .putFloat(energies.temperature())
        .putFloat(energies.total())
        .putFloat(energies.potential())
        .putFloat(energies.vanDerWaals())
        .putFloat(energies.coulomb())
        .putFloat(energies.bond())
        .putFloat(energies.angle())
        .putFloat(energies.dihedral())
        .putFloat(energies.improper());
  }

  private static void put(AtomVectors vectors, ByteBuffer bytes) {
    bytes.asFloatBuffer().put(vectors.values().duplicate());
  }

  /**
   * The message of a header and its body.
   *
   * @param body exactly the bytes that the header announces; the message keeps a view of them
   * @param order of the engine's processor; a handshake reveals it itself
   */
  public static ImdMessage decode(ImdHeader header, ByteBuffer body, ByteOrder order) {
    var bytes = body.slice().order(order);
    return switch (header.type()) {
      case HANDSHAKE -> handshake(header.length());
      case SESSIONINFO -> sessionInfo(bytes);
      case GO -> new ImdMessage.Go();
      case DISCONNECT -> new ImdMessage.Disconnect();
      case KILL -> new ImdMessage.Kill();
      case PAUSE -> new ImdMessage.Pause();
      case RESUME -> new ImdMessage.Resume();
      case WAIT -> new ImdMessage.Wait(header.length() != 0);
      case IOERROR -> new ImdMessage.IoError();
      case TRATE -> new ImdMessage.Trate(header.length());
      case ENERGIES ->
          new ImdMessage.Energies(
              bytes.getInt(),
              bytes.getFloat(),
              bytes.getFloat(),
              bytes.getFloat(),
              bytes.getFloat(),
              bytes.getFloat(),
              bytes.getFloat(),
              bytes.getFloat(),
              bytes.getFloat(),
              bytes.getFloat());
      case TIME -> new ImdMessage.Time(bytes.getDouble(), bytes.getDouble(), bytes.getLong());
      case BOX -> new ImdMessage.Box(vectors(bytes));
      case FCOORDS -> new ImdMessage.Fcoords(vectors(bytes));
      case VELOCITIES -> new ImdMessage.Velocities(vectors(bytes));
      case FORCES -> new ImdMessage.Forces(vectors(bytes));
      case MDCOMM -> mdcomm(header.length(), bytes);
    };
  }

  /** The version's own bytes tell the order: it is 2 or 3 in one of the two. */
  private static ImdMessage.Handshake handshake(int length) {
    var swapped = Integer.reverseBytes(length);
    return swapped == 2 || swapped == 3
        ? new ImdMessage.Handshake(swapped, ByteOrder.LITTLE_ENDIAN)
        : new ImdMessage.Handshake(length, ByteOrder.BIG_ENDIAN);
  }

  private static ImdMessage.SessionInfo sessionInfo(ByteBuffer bytes) {
    if (bytes.remaining() != SESSION_INFO_BYTES) {
      throw new ImdProtocolException(
          "SESSIONINFO has " + bytes.remaining() + " bytes; version 3 has " + SESSION_INFO_BYTES);
    }
    return new ImdMessage.SessionInfo(
        isSet(bytes),
        isSet(bytes),
        isSet(bytes),
        isSet(bytes),
        isSet(bytes),
        isSet(bytes),
        isSet(bytes));
  }

  private static boolean isSet(ByteBuffer bytes) {
    return bytes.get() != 0;
  }

  private static ImdMessage.Mdcomm mdcomm(int count, ByteBuffer bytes) {
    var atoms = new ArrayList<Integer>(count);
    for (var i = 0; i < count; i++) {
      atoms.add(bytes.getInt());
    }
    return new ImdMessage.Mdcomm(atoms, vectors(bytes));
  }

  private static AtomVectors vectors(ByteBuffer bytes) {
    return new AtomVectors(bytes.asFloatBuffer());
  }
}
