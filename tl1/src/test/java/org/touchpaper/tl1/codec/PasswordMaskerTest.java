package org.touchpaper.tl1.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Masking of secrets in TL1 and CLI lines; masking too much is harmless. */
class PasswordMaskerTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ACT-USER:LONDON:bob:1::hush;",
        "act-user::bob:c1::\"hu;sh:hush\"",
        "Act-User:\"NE 1\":\"b:b\":1::hush",
        "TL1>>ED-PID:LONDON:bob:2::old,hush;",
        "ED-USER-SECU:LONDON:bob:2::,hush,,PROV:;",
        "ent-user-secu::bob:2::hush,,PROV",
        "ED-SECU-PID::bob:2:210198,03-12-06,23-00-00:old,hush;",
        "RST-USER-SECU::bob:2::hush;",
        "CHG-PASSWD::bob:2::old,hush;",
        "SET-SNMP-COMM:::2::hush;",
        "DBCHGSEQ=1,USERID=ADMIN:ED-USER-SECU:bob:,hush",
        "Command was\r\n   ED-USER-SECU:LONDON:bob:2::old,\r\n   hush;",
        "ED-FTP:::2:::UID=x,PWD=hush,PORT=21;",
        "ED-FTP:::2:::FTPPWD=\"hush\",PORT=21;",
        "ED-FTP:::2:::Password=\"a\\\"hush,hush\",PORT=21;",
        "FTP:PSWD=\\\"a\\\\\\\"hush;hush\\\",PORT=21",
        "ED-OSPF:::2:::AUTHKEY=hush&hush,PSK=hush",
        "ED-SNMP3:::2:::AUTHPASS=hush,PRIVPASS=hush",
        "ED-FTP:::2:::PASS=hush,FTPPASS=hush,UPASS=hush",
        "INST-SW:::2::\"sftp://bob:hu/hush@192.0.2.1:22/pkg\"",
        "INST-SW:::2::SRC=ftp://bob:h@u/hush@192.0.2.1/pkg",
        "COPY-RFILE::RFILE-PKG:2::SWDL:SRC=\"ftp://bob:hush@192.0.2.1/pkg\";",
        "INST-SW:::2::\"sftp://bob:hu@hush@192.0.2.1:22/pkg\"",
      })
  void masksSecretsInTl1(String text) {
    assertThat(PasswordMasker.mask(text)).contains("****").doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RTRV-USER-SECU:LONDON:ALL:3;",
        "CANC-USER:LONDON:bob:4;",
        "ENT-GTP:LONDON:g-1:5::LBL=x,CTP=1-A-1-1-CTP-1&&7;",
        "1-A-1-1:CR,LOS,SA,12-01,21-00-00,,:\\\"Loss, of: signal\\\"",
        "BYPASS=YES,MASK=255.255.255.0",
        "SRC=\"ftp://192.0.2.1:21/pkg\",OWNER=a@b",
        "SRC=\"ftp://192.0.2.1/pkg\",OWNER=a@b",
      })
  void leavesTl1WithoutAPasswordUnchanged(String text) {
    assertThat(PasswordMasker.mask(text)).isEqualTo(text);
  }

  /** Otherwise a decoder of the masked transcript would read the next lines as part of this one. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "'   /* ED-PID::b:5::old,hush; */', '   /* ED-PID::b:5::****; */'",
        "'   ED-PID::b:5::old,hush; */', '   ED-PID::b:5::****; */'",
        "'   \"ED-PID::b:5::old,hush\"', '   \"ED-PID::b:5::****;\"'",
        "'ED-PID::b:5::old,\"hu;sh\"', 'ED-PID::b:5::****;'",
      })
  void keepsTheEndMarkOfARowOrComment(String text, String masked) {
    assertThat(PasswordMasker.mask(text)).isEqualTo(masked);
  }

  /** Elements send rows of any length. */
  @Test
  void masksAValueOfAnyLength() {
    var row = "PWD=\"" + "\\\"hush".repeat(200_000) + "\",X=1";
    assertThat(PasswordMasker.mask(row)).isEqualTo("PWD=****,X=1");
  }

  /** Each could be the beginning of a command or a login; matching must stay linear. */
  @Test
  void masksARowOfManyPossibleBeginningsInLinearTime() {
    for (var row : List.of("ED-USER-".repeat(125_000), "://a:b".repeat(160_000))) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(30), () -> assertThat(PasswordMasker.mask(row)).isEqualTo(row));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enable secret hush",
        "enable secret 5 hush",
        "ena s hush",
        "EDGE(config)#enable password level 7 hush",
        "username bob privilege 15 secret 5 hush",
        "user bob pass hush",
        " password 7 hush",
        "line vty 0 4 / password hush",
        "ip ospf message-digest-key 1 md5 7 hush",
        "ip ospf authentication-key hush",
        "ntp authentication-key 1 md5 hush",
        "crypto isakmp key 6 hush address 192.0.2.1",
        "pre-shared-key local hush",
        "key-string 7 hush",
        "tacacs-server host 192.0.2.1 key 7 hush",
        "snmp-server community hush RO 10",
        "snmp-s com hush rw",
        "snmp-server host 192.0.2.1 traps version 2c hush snmp",
        "snmp-server user bob group v3 auth sha hush priv aes 128 hush",
        "neighbor 192.0.2.1 password 7 hush",
        "standby 1 authentication text hush",
        "standby 1 authentication md5 key-string hush",
        "enable secret\thush",
        "copy running-config ftp://bob:hush@192.0.2.1/edge",
        "*Mar 1 00:00:00: %PARSER-5-CFGLOG_LOGGEDCMD: User:bob logged command:enable secret hush",
      })
  void masksTheRestOfALineAfterAnythingSecret(String line) {
    assertThat(PasswordMasker.maskCli(line)).contains("****").doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "show running-config interface GigabitEthernet3/1",
        "description library [touchpaper]",
        "service password-encryption",
        "enable",
        "passive-interface Vlan7",
        "switchport trunk allowed vlan 7,9",
        "5 minute input rate 0 bits/sec, 0 packets/sec",
        "% Password required, but none set",
        "Password: ",
      })
  void leavesCliLinesWithoutASecretUnchanged(String line) {
    assertThat(PasswordMasker.maskCli(line)).isEqualTo(line);
  }
}
