package org.touchpaper.nsap.element.ciena;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows as recorded from real CoreDirectors. */
class CoreDirectorRowParserTest {

  @Test
  void aCrossConnectIsNamedAmongItsValues() {
    var row =
        CoreDirectorRowParser.parse(
            "FROMENDPOINT=BERN:STS-1-1v:BERN:ROME:0001_002-,TOENDPOINT=TP-1-Z:NAME=BERN:STS-1v:0001_13,"
                + "FROMTYPE=GTP,TOTYPE=GTP,ALIAS=,SIZE=1,CKTID=X:1,PREEMPTABLE=NO::PST=IS-NR,");
    assertThat(row.name()).isEqualTo("BERN:STS-1v:0001_13");
    assertThat(row.findValue("FROMENDPOINT")).contains("BERN:STS-1-1v:BERN:ROME:0001_002-");
    assertThat(row.findValue("TOENDPOINT")).contains("TP-1-Z");
    assertThat(row.findValue("ALIAS")).isEmpty();
    assertThat(row.findValue("PREEMPTABLE")).contains("NO");
    assertThat(row.findValue("PST")).contains("IS-NR");
  }

  @Test
  void theNameOfAFlowEndsAtAColon() {
    var row =
        CoreDirectorRowParser.parse(
            "1-A-3-1-9_1-A-3-1:189-190:INGRESSPORTTYPE=ETTP,INGRESSPORTNAME=1-A-3-1-9,PKTTYPE=ALL,"
                + "PRIORITY=,EGRESSPORTTYPE=VCG,EGRESSPORTNAME=1-A-3-1:189-190");
    assertThat(row.name()).isEqualTo("1-A-3-1-9_1-A-3-1:189-190");
    assertThat(row.findValue("INGRESSPORTTYPE")).contains("ETTP");
    assertThat(row.findValue("EGRESSPORTNAME")).contains("1-A-3-1:189-190");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1-A-3-1:189-190,PST=OOS-AU,SST=[ALM,ACT],GROUPMEM=189&&190|1-A-3-1:189-190|PST|OOS-AU",
        "g-1,LBL=\\\"a:B=c\\\",PST=IS-NR|g-1|LBL|a:B=c",
        "T3_1-A-4-1_S190,TYPE=PERM,FROMENDPOINT=T3_1-A-4-1_S190|T3_1-A-4-1_S190|TYPE|PERM",
        "1-A-4-1-192,NAME=1-A-4-1:192-CTP-192,STSTYPE=1|1-A-4-1-192|NAME|1-A-4-1:192-CTP-192"
      })
  void otherEntitiesBeginWithTheirName(String row, String name, String key, String value) {
    var read = CoreDirectorRowParser.parse(row);
    assertThat(read.name()).isEqualTo(name);
    assertThat(read.findValue(key)).contains(value);
  }
}
