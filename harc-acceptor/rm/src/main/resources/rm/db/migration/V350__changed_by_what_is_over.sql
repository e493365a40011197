-- What had ended or failed by the time its cancel was decided nobody is about to change any more. Builds before left the
-- mark of that cancel on it, and refused whoever asked to cancel it again, with all else that was to be cancelled.
update allocation as past set changed_by = null from answer
    where answer.transaction_id = past.changed_by and answer.state = 'COMMITTED' and past.state not in ('CANCELLING', 'CANCELLED');
update slurm_booking as past set changed_by = null from answer
    where answer.transaction_id = past.changed_by and answer.state = 'COMMITTED' and past.state not in ('CANCELLING', 'CANCELLED');
update unit_booking as past set changed_by = null from answer
    where answer.transaction_id = past.changed_by and answer.state = 'COMMITTED' and past.state <> 'CANCELLED';
