package org.touchpaper.demo.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ElementTranscriptSummaryTest {

  @Test
  void listsTl1CommandsWithTheirResponsesAndCountsReads() {
    var transcript =
        """
        2026-11-21T07:40:02.8Z LONDON -- connection from /127.0.0.1:55928
        2026-11-21T07:40:02.8Z LONDON <- RTRV-GTP:LONDON:TP-1-A:2;
        2026-11-21T07:40:02.8Z LONDON -> IP 2
        2026-11-21T07:40:02.8Z LONDON -> <
        2026-11-21T07:40:02.8Z LONDON ->    LONDON 26-11-21 07:40:02
        2026-11-21T07:40:02.8Z LONDON -> M  2 COMPLD
        2026-11-21T07:40:02.8Z LONDON ->    /* Empty list returned for entered parameter. */
        2026-11-21T07:40:02.8Z LONDON -> ;
        2026-11-21T07:40:02.8Z LONDON <- ENT-GTP:LONDON:TP-1-A:5::LBL=TP-1;
        2026-11-21T07:40:02.8Z LONDON ->    LONDON 26-11-21 07:40:02
        2026-11-21T07:40:02.8Z LONDON -> M  5 COMPLD
        2026-11-21T07:40:02.8Z LONDON -> ;
        2026-11-21T07:40:02.8Z LONDON <- ENT-CRS-STSPC:LONDON::7;
        2026-11-21T07:40:02.8Z LONDON ->    LONDON 26-11-21 07:40:02
        2026-11-21T07:40:02.8Z LONDON -> M  7 DENY
        2026-11-21T07:40:02.8Z LONDON ->    SRCN
        2026-11-21T07:40:02.8Z LONDON -> ;
        2026-11-21T07:40:02.8Z LONDON <- RTRV-GTP:LONDON:TP-1-A:8;
        2026-11-21T07:40:02.8Z LONDON -> M  8 COMPLD
        2026-11-21T07:40:02.8Z LONDON ->    "TP-1-A,CTP=1-A-3-1-CTP-1&&7,PST=IS-NR"
        """;
    assertThat(ElementTranscriptSummary.summarize(transcript.lines().toList()))
        .containsExactly(
            "1 read: nothing there",
            "ENT-GTP:LONDON:TP-1-A:5::LBL=TP-1;  →  COMPLD",
            "ENT-CRS-STSPC:LONDON::7;  →  DENY / SRCN",
            "1 read: 1 found");
  }

  @Test
  void joinsCommandsWithoutAResponseOnOneLine() {
    var transcript =
        """
        2026-11-21T07:40:02.8Z EDGE-UCL <- configure terminal
        2026-11-21T07:40:02.8Z EDGE-UCL -> configure terminal
        2026-11-21T07:40:02.8Z EDGE-UCL -> Enter configuration commands, one per line.  End with CNTL/Z.
        2026-11-21T07:40:02.8Z EDGE-UCL -> EDGE-UCL(config)#
        2026-11-21T07:40:02.8Z EDGE-UCL <- vlan 100
        2026-11-21T07:40:02.8Z EDGE-UCL -> vlan 100
        2026-11-21T07:40:02.8Z EDGE-UCL -> EDGE-UCL(config-vlan)#
        2026-11-21T07:40:02.8Z EDGE-UCL <- bogus
        2026-11-21T07:40:02.8Z EDGE-UCL -> bogus
        2026-11-21T07:40:02.8Z EDGE-UCL ->          ^
        2026-11-21T07:40:02.8Z EDGE-UCL -> % Invalid input detected at '^' marker.
        """;
    assertThat(ElementTranscriptSummary.summarize(transcript.lines().toList()))
        .containsExactly(
            "configure terminal · vlan 100", "bogus  →  % Invalid input detected at '^' marker.");
  }
}
