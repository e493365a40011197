package org.touchpaper.imd.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.imd.message.ImdMessage.Box;
import org.touchpaper.imd.message.ImdMessage.Disconnect;
import org.touchpaper.imd.message.ImdMessage.Energies;
import org.touchpaper.imd.message.ImdMessage.Fcoords;
import org.touchpaper.imd.message.ImdMessage.Forces;
import org.touchpaper.imd.message.ImdMessage.Go;
import org.touchpaper.imd.message.ImdMessage.Handshake;
import org.touchpaper.imd.message.ImdMessage.IoError;
import org.touchpaper.imd.message.ImdMessage.Kill;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;
import org.touchpaper.imd.message.ImdMessage.Pause;
import org.touchpaper.imd.message.ImdMessage.Resume;
import org.touchpaper.imd.message.ImdMessage.SessionInfo;
import org.touchpaper.imd.message.ImdMessage.Time;
import org.touchpaper.imd.message.ImdMessage.Trate;
import org.touchpaper.imd.message.ImdMessage.Velocities;
import org.touchpaper.imd.message.ImdMessage.Wait;

/** The bytes are those that LAMMPS and GROMACS exchanged with a viewer. */
class ImdCodecTest {

  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;

  @Test
  void aViewerStartsFramesWithAHeaderAlone() {
    assertThat(hex(new Go())).isEqualTo("00000003" + "00000000");
    assertThat(hex(new Trate(1))).isEqualTo("00000008" + "00000001");
    assertThat(hex(new Disconnect())).isEqualTo("00000000" + "00000000");
  }

  @Test
  void theVersionOfAHandshakeIsInTheEnginesByteOrderAndRevealsIt() {
    assertThat(decode("00000004" + "02000000")).isEqualTo(new Handshake(2, LITTLE));
    assertThat(decode("00000004" + "03000000")).isEqualTo(new Handshake(3, LITTLE));
    assertThat(decode("00000004" + "00000003")).isEqualTo(new Handshake(3, ByteOrder.BIG_ENDIAN));
  }

  @Test
  void anUnknownVersionIsRefusedWithItsNumber() {
    assertThatThrownBy(() -> decode("00000004" + "00000007"))
        .isInstanceOf(ImdProtocolException.class)
        .hasMessage("IMD version 7 is unknown; 2 and 3 are spoken here");
  }

  @Test
  void version3SaysWhatAFrameHolds() {
    var coordinatesAndTime = decode("0000000a" + "00000007" + "01000001000000");
    assertThat(coordinatesAndTime)
        .isEqualTo(new SessionInfo(true, false, false, true, false, false, false));
    assertThat(((SessionInfo) coordinatesAndTime).lastPart()).isEqualTo(MessageType.FCOORDS);
    assertThat(((SessionInfo) decode("0000000a" + "00000007" + "01000101000101")).lastPart())
        .isEqualTo(MessageType.FORCES);
    assertThat(SessionInfo.VERSION_2.lastPart()).isEqualTo(MessageType.FCOORDS);
  }

  @Test
  void aForceIsIndexesThenVectorsInTheOrderOfTheEngine() {
    var pull = Mdcomm.of(0, 50, 0, 0);
    assertThat(hex(pull))
        .isEqualTo("00000006" + "00000001" + "00000000" + "00004842" + "00000000" + "00000000");
    assertThat(pull.withoutForce()).isEqualTo(Mdcomm.of(0, 0, 0, 0));
  }

  @Test
  void theLengthOfCoordinatesCountsAtoms() {
    var header = ImdHeader.decode(ByteBuffer.wrap(HexFormat.of().parseHex("0000000200000c5a")));
    assertThat(header).isEqualTo(new ImdHeader(MessageType.FCOORDS, 3162));
    assertThat(header.bodyBytes()).isEqualTo(12 * 3162);
  }

  static Stream<ImdMessage> messages() {
    var two = AtomVectors.of(1, 2, 3, -4, 5.5f, 6);
    return Stream.of(
        new SessionInfo(true, true, true, true, false, true, true),
        new Go(),
        new Disconnect(),
        new Kill(),
        new Pause(),
        new Resume(),
        new Wait(true),
        new Wait(false),
        new IoError(),
        new Trate(5),
        new Mdcomm(List.of(7, 9), two),
        new Energies(12, 300, 1, 2, 3, 4, 5, 6, 7, 8),
        new Time(0.005, 1.5, 300L),
        new Box(AtomVectors.of(28, 0, 0, 0, 28, 0, 0, 0, 28)),
        new Fcoords(two),
        new Velocities(two),
        new Forces(two));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void everyMessageIsReadAsItWasWrittenInBothByteOrders(ImdMessage message) {
    for (var order : List.of(LITTLE, ByteOrder.BIG_ENDIAN)) {
      var bytes = ByteBuffer.wrap(ImdCodec.encode(message, order));
      var header = ImdHeader.decode(bytes);
      assertThat(bytes.remaining()).isEqualTo(header.bodyBytes());
      assertThat(ImdCodec.decode(header, bytes, order)).isEqualTo(message);
    }
  }

  @Test
  void bytesThatAreNotImdAreRefusedBeforeMemoryIsTakenForThem() {
    assertThatThrownBy(() ->
            decode(
                HexFormat.of()
                    .formatHex("GET / HT".getBytes(java.nio.charset.StandardCharsets.US_ASCII))))
        .isInstanceOf(ImdProtocolException.class)
        .hasMessageContaining("is no IMD message");
    assertThatThrownBy(() -> decode("00000006" + "7fffffff"))
        .isInstanceOf(ImdProtocolException.class)
        .hasMessage("MDCOMM has a length of 2147483647; 0 to 1000000 are allowed");
    assertThatThrownBy(() -> decode("00000002" + "ffffffff"))
        .isInstanceOf(ImdProtocolException.class);
  }

  private static String hex(ImdMessage message) {
    return HexFormat.of().formatHex(ImdCodec.encode(message, LITTLE));
  }

  private static ImdMessage decode(String hex) {
    var bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    return ImdCodec.decode(ImdHeader.decode(bytes), bytes, LITTLE);
  }
}
