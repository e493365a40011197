package org.touchpaper.tl1.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows and values as recorded from real elements. */
class RowParsingTest {

  @Test
  void readsACoreDirectorsRowWithColonsAndBrackets() {
    var row =
        NamedRow.parse(
            "1-A-3-1:189-190,PST=OOS-AU,SST=[ALM,ACT],ALIAS=a:b,SPICHANNEL=,,X=(L=0,V=1)");
    assertThat(row.name()).isEqualTo("1-A-3-1:189-190");
    assertThat(row.findValue("SST")).contains("[ALM,ACT]");
    assertThat(row.findValue("ALIAS")).contains("a:b");
    assertThat(row.findValue("SPICHANNEL")).isEmpty();
    assertThat(row.findValue("X")).contains("(L=0,V=1)");
  }

  @Test
  void ignoresAnUnclosedBracket() {
    var row = NamedRow.parse("g-1,LBL=a(b,SST=[ALM,PST=IS");
    assertThat(row.findValue("LBL")).contains("a(b");
    assertThat(row.findValue("PST")).contains("IS");
  }

  @Test
  void readsARowWithoutAName() {
    assertThat(NamedRow.parse("NEROLE=HDXc,NEMODE=SONET").name()).isEmpty();
    assertThat(NamedRow.parse("NEROLE=HDXc,NEMODE=SONET").findValue("NEROLE")).contains("HDXc");
  }

  @Test
  void readsAnOnsRow() {
    var row =
        ColonSeparatedRow.parse(
            "STS-6-1-73,STS-12-1-97:2WAY,STS24C:CKTID=\\\"CERN: 2, TST\\\":IS-NR,");
    assertThat(row.valueAt(0, 1)).isEqualTo("STS-12-1-97");
    assertThat(row.valueAt(1, 1)).isEqualTo("STS24C");
    assertThat(row.findValue("CKTID")).contains("CERN: 2, TST");
    assertThat(row.valueAt(3, 0)).isEqualTo("IS-NR");
    assertThat(row.valueAt(9, 9)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain-1", "with space", "a:b;c,d", "quote\"inside", "back\\slash"})
  void unquotesEveryQuotedValue(String value) {
    assertThat(ValueQuoting.unquote(ValueQuoting.quote(value))).isEqualTo(value);
  }

  @Test
  void rejectsControlCharacters() {
    assertThatThrownBy(() -> ValueQuoting.quote("a\r\nDLT-CRS-STSPC::x:1;"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
