package org.touchpaper.tl1.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows and values as real elements write them. */
class RowsTest {

  @Test
  void readsACoreDirectorsRowWithColonsAndBrackets() {
    var row =
        NamedRow.parse(
            "1-A-3-1:189-190,PST=OOS-AU,SST=[ALM,ACT],ALIAS=a:b,SPICHANNEL=,,X=(L=0,V=1)");
    assertThat(row.name()).isEqualTo("1-A-3-1:189-190");
    assertThat(row.find("SST")).contains("[ALM,ACT]");
    assertThat(row.find("ALIAS")).contains("a:b");
    assertThat(row.find("SPICHANNEL")).isEmpty();
    assertThat(row.find("X")).contains("(L=0,V=1)");
  }

  @Test
  void letsABracketThatIsNeverClosedHoldNothingTogether() {
    var row = NamedRow.parse("g-1,LBL=a(b,SST=[ALM,PST=IS");
    assertThat(row.find("LBL")).contains("a(b");
    assertThat(row.find("PST")).contains("IS");
  }

  @Test
  void readsARowWithoutAName() {
    assertThat(NamedRow.parse("NEROLE=HDXc,NEMODE=SONET").name()).isEmpty();
    assertThat(NamedRow.parse("NEROLE=HDXc,NEMODE=SONET").find("NEROLE")).contains("HDXc");
  }

  @Test
  void readsAnOnsRow() {
    var row =
        BlockRow.parse("STS-6-1-73,STS-12-1-97:2WAY,STS24C:CKTID=\\\"CERN: 2, TST\\\":IS-NR,");
    assertThat(row.at(0, 1)).isEqualTo("STS-12-1-97");
    assertThat(row.at(1, 1)).isEqualTo("STS24C");
    assertThat(row.find("CKTID")).contains("CERN: 2, TST");
    assertThat(row.at(3, 0)).isEqualTo("IS-NR");
    assertThat(row.at(9, 9)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain-1", "with space", "a:b;c,d", "quote\"inside", "back\\slash"})
  void unquotesWhatItQuoted(String value) {
    assertThat(QuotedValue.unquote(QuotedValue.quote(value))).isEqualTo(value);
  }

  @Test
  void quotesNoControlCharacters() {
    assertThatThrownBy(() -> QuotedValue.quote("a\r\nDLT-CRS-STSPC::x:1;"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
