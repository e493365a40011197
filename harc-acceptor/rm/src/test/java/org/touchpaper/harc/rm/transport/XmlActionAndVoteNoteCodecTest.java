package org.touchpaper.harc.rm.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.segment.connection.Schedule;

/** Actions as a HARC client writes them and as a scheduler receives them. */
class XmlActionAndVoteNoteCodecTest {
  private static final TransactionId ID =
      new TransactionId("0190a5e0-0000-7000-8000-000000000001.1");

  /** PoS(ESLEA)016 Figure 3, as printed. */
  private static final String FIGURE_3 =
      """
      <Schedule><TimeSpecification><Exact>
        <StartTime>2007-04-25T21:00:00Z</StartTime>
        <EndTime>2007-04-25T22:00:00Z</EndTime>
      </Exact></TimeSpecification></Schedule>
      <Work>
        <Path>
          <From>RA1</From><To>BT2</To>
          <BandwidthMbs>10240</BandwidthMbs>
        </Path>
      </Work>
      """;

  private final XmlActionAndVoteNoteCodec xml = new XmlActionAndVoteNoteCodec();

  private List<BookingAction> read(String... bookingIds) {
    var text = new StringBuilder();
    for (var bookingId : bookingIds) {
      text.append("<h:Make>").append(bookingId).append(FIGURE_3).append("</h:Make>");
    }
    return xml.readActions(ID, new ResourceManagerActions("rm-network", text.toString()));
  }

  @Test
  void figure3GetsAStableAndUniqueId() {
    var actions = read("", "");
    assertThat(actions).isEqualTo(read("", ""));
    assertThat(actions)
        .extracting(BookingAction::bookingId)
        .doesNotHaveDuplicates()
        .doesNotContain("", "1", "2");
    assertThat((BookingAction.Make) actions.getFirst())
        .extracting(BookingAction.Make::schedule, BookingAction.Make::work)
        .containsExactly(
            new Schedule(
                Instant.parse("2007-04-25T21:00:00Z"), Instant.parse("2007-04-25T22:00:00Z")),
            new ResourceRequest.Path("RA1", "BT2", 10240));
  }

  /** The client will cancel the booking by that id. */
  @Test
  void anIdMayBeANumber() {
    assertThat(read("<h:Ident>1</h:Ident>", "<h:Ident>2</h:Ident>"))
        .extracting(BookingAction::bookingId)
        .containsExactly("1", "2");
  }
}
