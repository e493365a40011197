package org.touchpaper.bar.web.book;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.segment.connection.Refusal;

/** Messages of services as the form shows them. */
class BookingFormMessagesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          newton has 0 of 128 nodes free from 2026-11-27T11:34:00Z to 2026-11-27T12:34:00Z; 4 requested | newton has no free nodes, Fri 27 Nov 2026, 11:34–12:34 UTC; you asked for 4.
          newton has 3 of 128 nodes free from 2026-11-27T11:34:00Z to 2026-11-27T12:34:00Z; 4 requested | newton has 3 of 128 nodes free, Fri 27 Nov 2026, 11:34–12:34 UTC; you asked for 4.
          LONDON-READING has only 48 STS-1 slots free from 2026-11-27T11:34:00.5Z to 2026-11-27T12:34:00Z; 96 needed | LONDON-READING has only 48 STS-1 slots free, Fri 27 Nov 2026, 11:34–12:34 UTC; you asked for 96.
          newton has 128 nodes; requested: 129 | newton has 128 nodes; you asked for 129.
          duration PT1H30M is too long | Duration 1 h 30 min is too long.
          bandwidthMbps must be at least 1 | The bandwidth must be at least 1.
          UCL accepts bookings that end by 2027-11-27T00:00:00Z | UCL accepts bookings that end by Sat 27 Nov 2027, 00:00 UTC.
          no path between UCL and MAN | No path between UCL and MAN.
          """)
  void messagesHaveNoWordsOfTheApi(String message, String text) {
    assertThat(new BookingFormMessages(FormTimeFormatter.of("UTC")).sentence(message))
        .isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          vis at University College London has only 0 Mbit/s free from 2026-11-27T11:34:00Z to 2026-11-27T12:34:00Z; 300 needed | vis.ucl has no free capacity, Fri 27 Nov 2026, 11:34–12:34 UTC; you asked for 300 Mbit/s.
          vis takes one circuit at a time and is booked at that time | vis.ucl takes one circuit at a time and is booked at that time.
          """)
  void aHostHasTheNameOfTheForm(String reason, String text) {
    var refusal = new Refusal(Refusal.Code.CAPACITY_BUSY, "vis", "bandwidthMbps", reason, null);
    assertThat(new BookingFormMessages(FormTimeFormatter.of("UTC")).of(refusal, "vis.ucl"))
        .isEqualTo(text);
  }
}
