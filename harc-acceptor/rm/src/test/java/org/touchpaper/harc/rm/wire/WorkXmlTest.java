package org.touchpaper.harc.rm.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.segment.connection.Schedule;

/** What a HARC client wrote, as a scheduler is asked to do it. */
class WorkXmlTest {
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

  private final WorkXml xml = new WorkXml();

  private List<Action> read(String... idents) {
    var text = new StringBuilder();
    for (var ident : idents) {
      text.append("<h:Make>").append(ident).append(FIGURE_3).append("</h:Make>");
    }
    return xml.read(ID, new Actions("rm-network", text.toString()));
  }

  @Test
  void figure3GetsANameThatIsTheSameEachTimeAndNobodyElses() {
    var made = read("", "");
    assertThat(made).isEqualTo(read("", ""));
    assertThat(made).extracting(Action::ident).doesNotHaveDuplicates().doesNotContain("", "1", "2");
    assertThat((Action.Make) made.getFirst())
        .extracting(Action.Make::schedule, Action.Make::work)
        .containsExactly(
            new Schedule(
                Instant.parse("2007-04-25T21:00:00Z"), Instant.parse("2007-04-25T22:00:00Z")),
            new Work.Path("RA1", "BT2", 10240));
  }

  /** Whoever calls a booking that will cancel it by that name. */
  @Test
  void aNameThatIsANumberIsAName() {
    assertThat(read("<h:Ident>1</h:Ident>", "<h:Ident>2</h:Ident>"))
        .extracting(Action::ident)
        .containsExactly("1", "2");
  }
}
