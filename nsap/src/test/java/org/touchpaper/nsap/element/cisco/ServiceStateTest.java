package org.touchpaper.nsap.element.cisco;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parsing of port states in all releases' notations, and the parameters that restore them. */
class ServiceStateTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # told                                    | in service | taken out | put back by
          IS-NR                                     | true       | false     |
          IS                                        | true       | false     |
          OOS-AU,FLT                                | true       | false     |
          OOS-AUTO                                  | true       | false     |
          Unlocked-enabled                          | true       | false     |
          Unlocked-disabled,failed                  | true       | false     |
          OOS-AU,AINS                               | false      | false     | IS,AINS
          OOS-AU,AINS&FLT                           | false      | false     | IS,AINS
          OOS_AINS                                  | false      | false     | OOS_AINS
          Unlocked-disabled,automaticInService      | false      | false     | UNLOCKED,AUTOMATICINSERVICE
          OOS-MA,DSBLD                              | false      | true      | OOS,DSBLD
          OOS-MA,MT                                 | false      | true      | OOS,MT
          OOS-MA,LPBK&MT                            | false      | true      | OOS,MT
          OOS-AUMA,FLT&MT                           | false      | true      | OOS,MT
          OOS                                       | false      | true      | OOS
          OOS_MT                                    | false      | true      | OOS_MT
          OOS,DSBLD                                 | false      | true      | OOS,DSBLD
          Locked-enabled,disabled                   | false      | true      | LOCKED,DISABLED
          Locked-disabled,failed&maintenance        | false      | true      | LOCKED,MAINTENANCE
          """)
  void parsesAllNotations(String told, boolean isInService, boolean isTakenOut, String back) {
    var state = ServiceState.parse(told);
    assertThat(ServiceState.parse(state.toString())).isEqualTo(state);
    assertThat(state.isInService()).isEqualTo(isInService);
    assertThat(state.isTakenOut()).isEqualTo(isTakenOut);
    if (!isInService) {
      assertThat(state.commandValue()).isEqualTo(back);
    }
  }

  /** RTRV-EQPT returns card types; commands use port types. */
  @ParameterizedTest
  @CsvSource({
    "OC192,OC192",
    "OC48AS,OC48",
    "OC12-4,OC12",
    "STM4-4,STM4",
    "G1000-4,G1000",
    "G1K-4,G1000",
    "ML1000-2,ML1000-2"
  })
  void mapsCardTypesToPortTypes(String card, String type) {
    assertThat(SharedPortActivator.typeOfPorts(card)).isEqualTo(type);
  }
}
