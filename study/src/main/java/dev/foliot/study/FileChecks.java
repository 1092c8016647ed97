package dev.foliot.study;

/** What a study asks of the study file that describes it. */
public interface FileChecks {
  /** Complains of a field, if the file has it. */
  void refuse(String field, String why);

  /** Complains of a field in each arm that has it. */
  void refuseInArms(String field, String why);

  /** Complains of a field, be it there or not. */
  void complain(String field, String why);

  /** How many loads the file has; 0 where it leaves them to the study. */
  int loads();

  /** Whether an arm is a command. */
  boolean hasCommands();

  /** What is measured. */
  Measures measures();

  /** How many CPUs a service has here. */
  int serviceCpus();
}
