/**
 * Tests of how elements are configured. The rules of this package (its {@code package-info}) and
 * the tests in which each is seen, by class and method:
 *
 * <ol>
 *   <li>Names: {@code CircuitsTest.namesAreShortAndDifferForEachEpoch}, {@code
 *       DriverContract.givesTheSameNamesEachTimeAndOnlyOnesThatEveryElementTakes}.
 *   <li>Read before creating, and compare whatever was answered: {@code
 *       DriverContract.writesNothingWhereAllIsAsWanted}, {@code
 *       neverTouchesWhatIsNotOursAndSaysWhoseItIs}, {@code
 *       CircuitsTest.aDenialOfWhatIsThereAlreadyIsNoFailure}, {@code
 *       aDenialBecauseSomebodyElseWasFasterIsAConflictThatNamesThem}.
 *   <li>Read before deleting, out of service first, in reverse: {@code
 *       CircuitsTest.aDenialToDeleteWhatIsGoneIsNoFailure}, {@code
 *       aPlaceThatAnotherHoldsIsNotTouchedNorAnythingElse}, {@code
 *       ElementPlanTest.takesDownInReverse}, {@code DriverContract.leavesNothingBehind}, {@code
 *       SncTest.isDeletedOutOfServiceAndThenLetsGo}.
 *   <li>Unknown is read and never sent again: {@code CircuitsTest.silenceIsResolvedByReading},
 *       {@code whatStaysInDoubtIsNeitherSentAgainNorUndoneButLeftToSettle}, {@code
 *       DriverContract.setsUpWhateverHappensToAnEdit}, {@code takesDownWhateverHappensToAnEdit},
 *       {@code CoreDirectorContractTest.waitsForWhatMayYetBeDone}, {@code
 *       TenThousandCircuitsTest.aDriverThatSendsAgainBlindlyIsSeen}.
 *   <li>Acknowledgements: {@code OutstandingTest.knowsWhatAnAcknowledgementMeans}, {@code
 *       sendsAgainWhatABusyElementGaveBack}, {@code waitsOnAfterEachAcknowledgementButNotForEver}.
 *   <li>Effects of an old session: {@code
 *       CircuitsTest.whatTakesEffectAfterItsSessionWasLostIsFoundAndNotSentAgain}, {@code
 *       FaultPlanTest.aLateCommandIsCarriedOutWhenNobodyAwaitsItAnyMore}, {@code InDoubtTest}, also
 *       for a process that died, {@code ProviderCrashTest}, {@code
 *       TenThousandCircuitsTest.anExecutorThatBelievesTooSoonThatNothingWillComeIsSeen}.
 *   <li>One write, seven commands, one login at a time: {@code OutstandingTest.writesOneAtATime},
 *       {@code keepsAtMostSevenCommandsOutstanding}, {@code
 *       DriverContract.asksFewThingsAtATimeAndWritesOneAfterTheOther}, {@code
 *       LoginTest.logsInOneAtATimeWhereAsked}.
 *   <li>COMPLD is an acceptance: {@code CircuitsTest.aCompletionIsNoProof}, {@code
 *       whatWasPromisedAndCannotBeReadIsLeftToSettle}, {@code
 *       whatWasToBeUndoneAndIsStillThereIsLeftToSettle}, {@code
 *       CalientContractTest.noLightIsNoConnection}, {@code
 *       SignalledChainTest.withoutALightedLinkNothingIsLeftBehind}, {@code
 *       TenThousandCircuitsTest.aDriverThatTakesCompldForTheThingIsSeen}.
 *   <li>Reports are hints: {@code ReconcilerTest.aReportOfAChangeIsNoTruthButAReasonToRead}, {@code
 *       whatSomebodyTakesIsFoundByTheReportOfTheChange}, {@code
 *       aStormOfAlarmsIsAReasonToReadAFewTimes}; what is missing once is {@code MissingTest}.
 * </ol>
 */
@NullMarked
package org.touchpaper.segment.element;

import org.jspecify.annotations.NullMarked;
