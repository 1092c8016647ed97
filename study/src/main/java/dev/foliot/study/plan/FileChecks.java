package dev.foliot.study.plan;

/** A study's checks of the study file that describes it. */
public interface FileChecks {
  /** Reports a field, if the file has it. */
  void refuse(String field, String why);

  /** Reports a field in each arm that has it. */
  void refuseInArms(String field, String why);

  /** Reports a field, present or not. */
  void complain(String field, String why);

  /** The number of loads in the file; 0 if it leaves them to the study. */
  int loads();

  /** Whether an arm is a command. */
  boolean hasCommands();

  /** The measures. */
  Measures measures();

  /** The number of CPUs of a service here. */
  int serviceCpus();
}
